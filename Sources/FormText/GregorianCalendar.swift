// The lengths of months.

/// The Gregorian calendar, also for years before its introduction.
package enum GregorianCalendar {
  /// Returns the number of days in a month, counted from 1.
  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
