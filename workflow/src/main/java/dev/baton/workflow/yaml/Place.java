package dev.baton.workflow.yaml;

import dev.baton.workflow.reference.StepName;
import java.util.Optional;
import tools.jackson.core.JsonPointer;

/** A place in a file, in the words of the model that is made of it. */
record Place(JsonPointer pointer, Optional<StepName> step) {
  static Place root() {
    return new Place(JsonPointer.empty(), Optional.empty());
  }

  Place at(String key) {
    return new Place(pointer.appendProperty(key), step);
  }

  Place at(int index) {
    return new Place(pointer.appendIndex(index), step);
  }

  /** The same within a step of this name; an invalid name is left out. */
  Place within(String name) {
    try {
      return new Place(pointer, Optional.of(new StepName(name)));
    } catch (IllegalArgumentException noName) {
      return this;
    }
  }
}
