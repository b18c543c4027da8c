// Positions in three sequences: the rows that can have the focus, the rows by the numbers that
// people see, and the lines of the view. Each sequence has a type of its own, so that positions in
// different sequences cannot be mixed up.

/// A position in a sequence.
public protocol Ordinal: Hashable, Strideable, Sendable, ExpressibleByIntegerLiteral,
  CustomStringConvertible
where Stride == Int, IntegerLiteralType == Int {
  /// The distance from position 0. In a sequence that starts at 1, this is the number itself.
  var value: Int { get }

  init(_ value: Int)
}

extension Ordinal {
  /// Creates a position from a literal.
  @inlinable public init(integerLiteral value: Int) { self.init(value) }

  /// The distance from this position to another.
  @inlinable public func distance(to other: Self) -> Int { other.value - value }

  /// The position at a distance after this one.
  @inlinable public func advanced(by distance: Int) -> Self { Self(value + distance) }

  /// The position at a distance after another.
  @inlinable public static func + (place: Self, distance: Int) -> Self {
    Self(place.value + distance)
  }

  /// The position at a distance before another.
  @inlinable public static func - (place: Self, distance: Int) -> Self {
    Self(place.value - distance)
  }

  /// The distance from the second position to the first.
  @inlinable public static func - (place: Self, other: Self) -> Int { place.value - other.value }

  /// Moves a position forward.
  @inlinable public static func += (place: inout Self, distance: Int) { place = place + distance }

  /// Moves a position backward.
  @inlinable public static func -= (place: inout Self, distance: Int) { place = place - distance }

  /// Whether the first position comes before the second.
  @inlinable public static func < (place: Self, other: Self) -> Bool { place.value < other.value }

  /// The value as text.
  public var description: String { "\(value)" }
}

extension FormRow {
  /// A position, from 0, among everything that can have the focus: shown rows, and add lines, on
  /// which people create items.
  @frozen public struct Index: Ordinal {
    /// The position, from 0.
    public let value: Int

    /// Creates a position, counted from 0.
    @inlinable public init(_ value: Int) { self.value = value }
  }

  /// The number of a row that people see, from 1. Add lines have no number.
  @frozen public struct Number: Ordinal {
    /// The number, from 1.
    public let value: Int

    /// Creates a number, counted from 1.
    @inlinable public init(_ value: Int) { self.value = value }
  }
}

/// A line of the view, from 0. The view has either the whole form with its titles and headers, or
/// only the rows found.
@frozen public struct ViewLine: Ordinal {
  /// The line, from 0.
  public let value: Int

  /// Creates a line, counted from 0.
  @inlinable public init(_ value: Int) { self.value = value }
}
