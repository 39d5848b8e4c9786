package dev.baton.mcp.tool;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A record with every type that has a schema. */
@Description("All of it")
record Everything(
    @Description("d1") String text,
    @Description("d2") boolean isOpen,
    @Description("d3") int count,
    @Description("d4") Long bigCount,
    @Description("d5") double ratio,
    @Description("d6") float smallRatio,
    @Description("d7") BigDecimal price,
    @Description("d8") UUID taskId,
    @Description("d9") Instant createdAt,
    @Description("d10") Colour colour,
    @Description("d11") List<String> names,
    @Description("d12") Set<Colour> colours,
    @Description("d13") Map<String, Long> counters,
    @Description("d14") Part part,
    @Description("d15") List<Part> parts,
    @Description("d16") Optional<String> maybeText,
    @Description("d17") Optional<Part> maybePart,
    @Description("d18") Optional<Colour> maybeColour,
    @Description("d19") @OmitWhenEmpty Optional<Integer> rare,
    @Description("d20") JsonNode anything,
    @Description("d21") ObjectNode object,
    @Description("d22") @JsonProperty("Named") String renamed) {

  enum Colour {
    DARK_RED,
    @JsonProperty("GRN")
    GREEN {
      @Override
      public String toString() {
        return "not on the wire";
      }
    }
  }

  @Description("A part")
  record Part(@Description("p1") long size, @Description("p2") Optional<UUID> ownerId) {
    /** Looks like a property but is none. */
    public boolean isLarge() {
      return size > 100;
    }
  }
}
