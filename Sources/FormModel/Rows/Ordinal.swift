// Positions in three orders of a form: the rows that can have the focus, the numbers that people
// see, and the lines of the view. The types keep a position in one order from being used in
// another.

/// A position in an order.
public protocol Ordinal: Hashable, Strideable, Sendable, ExpressibleByIntegerLiteral,
  CustomStringConvertible
where Stride == Int, IntegerLiteralType == Int {
  /// The distance from the first position; or the number itself if counting starts at 1.
  var value: Int { get }

  init(_ value: Int)
}

extension Ordinal {
  /// A position from a literal.
  @inlinable public init(integerLiteral value: Int) { self.init(value) }

  /// The number of positions up to another.
  @inlinable public func distance(to other: Self) -> Int { other.value - value }

  /// The position a distance further on.
  @inlinable public func advanced(by distance: Int) -> Self { Self(value + distance) }

  /// The position a distance further on.
  @inlinable public static func + (place: Self, distance: Int) -> Self {
    Self(place.value + distance)
  }

  /// The position a distance further back.
  @inlinable public static func - (place: Self, distance: Int) -> Self {
    Self(place.value - distance)
  }

  /// The distance from the second position to the first.
  @inlinable public static func - (place: Self, other: Self) -> Int { place.value - other.value }

  /// Moves a position on.
  @inlinable public static func += (place: inout Self, distance: Int) { place = place + distance }

  /// Moves a position back.
  @inlinable public static func -= (place: inout Self, distance: Int) { place = place - distance }

  /// Whether a position comes first.
  @inlinable public static func < (place: Self, other: Self) -> Bool { place.value < other.value }

  /// The number.
  public var description: String { "\(value)" }
}

extension FormRow {
  /// A position among the shown rows and entry lines, from 0: all that can have the focus.
  @frozen public struct Index: Ordinal {
    /// The position, from 0.
    public let value: Int

    /// A position, counted from 0.
    @inlinable public init(_ value: Int) { self.value = value }
  }

  /// The number that people see for a row, from 1; add lines have none.
  @frozen public struct Number: Ordinal {
    /// The number, from 1.
    public let value: Int

    /// A number, counted from 1.
    @inlinable public init(_ value: Int) { self.value = value }
  }
}

/// A line of the view, from 0: of the whole form with titles and headers, or of the rows found.
@frozen public struct ViewLine: Ordinal {
  /// The line, from 0.
  public let value: Int

  /// A line, counted from 0.
  @inlinable public init(_ value: Int) { self.value = value }
}
