package dev.baton.orchestrator.cost;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** US dollars as they are stored, in billionths, and as they are read. */
public final class Dollars {
  private static final int STORED_DIGITS = 9;

  /** The smallest sum that can be stored. */
  public static final BigDecimal LEAST = BigDecimal.ONE.scaleByPowerOfTen(-STORED_DIGITS);

  private static final BigDecimal CENT = new BigDecimal("0.01");

  private Dollars() {}

  public static BigDecimal ofNanos(long nanos) {
    var dollars = BigDecimal.valueOf(nanos, STORED_DIGITS).stripTrailingZeros();
    return dollars.setScale(Math.max(dollars.scale(), 2));
  }

  public static long toNanos(BigDecimal dollars) {
    return dollars.setScale(STORED_DIGITS, RoundingMode.HALF_UP).unscaledValue().longValueExact();
  }

  /** For people: cents, and of less than a cent what can be seen. */
  public static String words(BigDecimal dollars) {
    boolean isTiny = dollars.signum() > 0 && dollars.compareTo(CENT) < 0;
    return "$" + dollars.setScale(isTiny ? 4 : 2, RoundingMode.HALF_UP).toPlainString();
  }
}
