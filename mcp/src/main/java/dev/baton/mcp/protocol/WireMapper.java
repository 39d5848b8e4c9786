package dev.baton.mcp.protocol;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** The mapper of {@link Json}. */
// why apart: it is made when somebody needs it. A verb of the command line reads and writes trees
// alone, and would wait for it longer than for the server
interface WireMapper {
  /** The mapper of the wire. */
  JsonMapper MAPPER =
      JsonMapper.builder(JsonTree.FACTORY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();
}
