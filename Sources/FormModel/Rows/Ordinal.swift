// Places in an order. Three orders run through a form: the rows that can have the focus, the numbers
// people see, and the lines of the view. A place in one is never taken for a place in another.

/// A place in an order.
public protocol Ordinal: Hashable, Strideable, Sendable, ExpressibleByIntegerLiteral,
  CustomStringConvertible
where Stride == Int, IntegerLiteralType == Int {
  /// The distance from the first place, or the number where counting begins with 1.
  var value: Int { get }

  init(_ value: Int)
}

extension Ordinal {
  @inlinable public init(integerLiteral value: Int) { self.init(value) }

  @inlinable public func distance(to other: Self) -> Int { other.value - value }

  @inlinable public func advanced(by distance: Int) -> Self { Self(value + distance) }

  @inlinable public static func + (place: Self, distance: Int) -> Self {
    Self(place.value + distance)
  }

  @inlinable public static func - (place: Self, distance: Int) -> Self {
    Self(place.value - distance)
  }

  @inlinable public static func - (place: Self, other: Self) -> Int { place.value - other.value }

  @inlinable public static func += (place: inout Self, distance: Int) { place = place + distance }

  @inlinable public static func -= (place: inout Self, distance: Int) { place = place - distance }

  @inlinable public static func < (place: Self, other: Self) -> Bool { place.value < other.value }

  public var description: String { "\(value)" }
}

extension FormRow {
  /// A row's place among the rows shown and the entry lines, from 0: all that can have the focus.
  @frozen public struct Index: Ordinal {
    public let value: Int

    @inlinable public init(_ value: Int) { self.value = value }
  }

  /// The number that people see of a row, from 1; lines where items are made have none.
  @frozen public struct Number: Ordinal {
    public let value: Int

    @inlinable public init(_ value: Int) { self.value = value }
  }
}

/// A line of the view, from 0: of the whole form with its titles and headers, or of the rows that
/// were found.
@frozen public struct ViewLine: Ordinal {
  public let value: Int

  @inlinable public init(_ value: Int) { self.value = value }
}
