// swift-tools-version: 6.2

import Glibc
import PackageDescription

let swiftSettings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
  // CI builds with LONGFORM_STRICT set, so that a warning there is an error.
  + (Context.environment["LONGFORM_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

// A release build is one file that needs no library of the machine it runs on, where the archives of
// the libraries are installed, as Debian's packages do: looking up what other libraries call took a
// third of the time to the first screen. A sanitizer needs LONGFORM_DYNAMIC.
let archives = ["sqlite3", "pcre2-8", "edit", "tinfo", "bsd", "md", "c"].map { "lib\($0).a" }
let isStatic =
  Context.environment["LONGFORM_DYNAMIC"] == nil
  && ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"].contains { folder in
    archives.allSatisfy { access("\(folder)/\($0)", R_OK) == 0 }
  }
// The libraries that are named are those that the archives of Swift and of libedit call.
let staticFlags =
  ["-static-executable", "-lFoundationInternationalization", "-lFoundationEssentials"]
  + ["-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections"]
  + ["-ltinfo", "-lbsd", "-lmd", "-Xlinker", "--wrap=swift_copyAuxiliaryExecutablePath"]
// At a fixed address nothing need be relocated before the first screen. (Linkers other than lld would
// make places of their own for functions of a dynamic library.)
let dynamicFlags =
  ["-Xclang-linker", "-no-pie", "-L\(Context.packageDirectory)/Sources/longform/Linking"]

let package = Package(
  name: "longform",
  products: [
    .executable(name: "longform", targets: ["longform"]),
    .library(
      name: "FormTerminal", targets: ["FormTerminal", "FormScreen", "FormFormats", "FormSchema"]),
    .library(name: "FormModel", targets: ["FormModel", "Candidates", "FormText", "LosslessJSON"]),
    .library(name: "LineEditing", targets: ["LineEditing", "Keys"]),
    // Preloaded into the program by tests; no part of what is installed.
    .library(name: "CFaults", type: .dynamic, targets: ["CFaults"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ],
  targets: [
    // Sources: arrows only go down.
    .target(name: "CUnicode"),
    .systemLibrary(
      name: "CEditline", path: "Sources/CLibEdit/system", pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"])]),
    .target(
      name: "CLibEdit", dependencies: ["CEditline"], path: "Sources/CLibEdit", exclude: ["system"]),
    .systemLibrary(
      name: "CPCRE2Library", path: "Sources/CPCRE2/system", pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"])]),
    .target(
      name: "CPCRE2", dependencies: ["CPCRE2Library"], path: "Sources/CPCRE2", exclude: ["system"]),
    .target(name: "FormText", dependencies: ["CUnicode"], swiftSettings: swiftSettings),
    .target(name: "Candidates", dependencies: ["FormText"], swiftSettings: swiftSettings),
    .target(name: "LosslessJSON", dependencies: ["FormText"], swiftSettings: swiftSettings),
    .target(
      name: "FormModel", dependencies: ["CPCRE2", "Candidates", "FormText", "LosslessJSON"],
      swiftSettings: swiftSettings),
    .target(
      name: "FormFormats",
      dependencies: ["FormModel", .product(name: "Yams", package: "Yams")],
      swiftSettings: swiftSettings),
    .target(name: "FormSchema", dependencies: ["FormModel"], swiftSettings: swiftSettings),
    .target(
      name: "FormScreen", dependencies: ["FormModel", "Keys"], swiftSettings: swiftSettings),
    .target(name: "Keys", dependencies: ["FormText"], swiftSettings: swiftSettings),
    .target(name: "System", swiftSettings: swiftSettings),
    .target(
      name: "LineEditing", dependencies: ["CLibEdit", "Keys", "System"],
      swiftSettings: swiftSettings),
    .target(
      name: "Drafts",
      dependencies: [
        "System",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "FormTerminal",
      dependencies: ["Drafts", "FormFormats", "FormScreen", "LineEditing"],
      swiftSettings: swiftSettings),
    .target(name: "CStart", path: "Sources/longform/Linking", exclude: ["libstdc++.so"]),
    .executableTarget(
      name: "longform",
      dependencies: [
        "CStart", "FormSchema", "FormTerminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Linking"], swiftSettings: swiftSettings,
      linkerSettings: [
        .unsafeFlags(["-use-ld=lld"]),
        .unsafeFlags(isStatic ? staticFlags : dynamicFlags, .when(configuration: .release)),
      ]),

    // Tests.
    .target(name: "CPty", path: "Tests/CPty"),
    .target(name: "CFaults", path: "Tests/CFaults"),
    .target(
      name: "TerminalTesting", dependencies: ["CPty", "CUnicode"], path: "Tests/TerminalTesting",
      swiftSettings: swiftSettings),
    .target(
      name: "FormFixtures",
      dependencies: [
        "FormFormats", "FormModel", "FormScreen", "FormText", "LosslessJSON", "TerminalTesting",
      ],
      path: "Tests/FormFixtures",
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "fuzz-driver",
      dependencies: ["FormFormats", "FormSchema", "FormScreen", "LineEditing", "TerminalTesting"],
      path: "Tests/Fuzz/Driver", swiftSettings: swiftSettings),
    .executableTarget(
      name: "embedding-example",
      dependencies: ["FormFormats", "FormModel", "FormScreen", "Keys", "LineEditing"],
      path: "Tests/Embedding",
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "candidate-driver", dependencies: ["FormModel", "TerminalTesting"],
      path: "Tests/Candidates/Driver", swiftSettings: swiftSettings),
    .executableTarget(
      name: "pattern-driver", dependencies: ["FormModel", "TerminalTesting"],
      path: "Tests/Patterns/Driver", swiftSettings: swiftSettings),
    .executableTarget(
      name: "durability-driver", dependencies: ["Drafts", "TerminalTesting"],
      path: "Tests/Durability/Driver", swiftSettings: swiftSettings),
    .executableTarget(
      name: "session-driver",
      dependencies: ["TerminalTesting", .product(name: "GRDBSQLite", package: "GRDB.swift")],
      path: "Tests/Sessions/Driver", swiftSettings: swiftSettings),
    .testTarget(
      name: "TerminalTestingTests", dependencies: ["TerminalTesting"], swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "FormTextTests", dependencies: ["FormFixtures", "FormText", "TerminalTesting"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "LosslessJSONTests", dependencies: ["LosslessJSON", "TerminalTesting"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "CandidatesTests",
      dependencies: ["Candidates", "FormModel", "FormText", "TerminalTesting"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormModelTests",
      dependencies: [
        "Candidates", "FormFixtures", "FormModel", "FormSchema", "FormScreen", "FormText",
        "LosslessJSON", "TerminalTesting",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormFormatsTests",
      dependencies: [
        "FormFixtures", "FormFormats", "FormModel", "FormText", "LosslessJSON", "TerminalTesting",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormSchemaTests",
      dependencies: ["FormFixtures", "FormModel", "FormSchema", "FormText", "LosslessJSON"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormScreenTests",
      dependencies: [
        "Candidates", "FormFixtures", "FormModel", "FormScreen", "FormText", "TerminalTesting",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "KeysTests", dependencies: ["FormText", "Keys", "TerminalTesting"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SystemTests", dependencies: ["System", "TerminalTesting"], swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "LineEditingTests", dependencies: ["Keys", "LineEditing", "TerminalTesting"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "DraftsTests",
      dependencies: ["Drafts", "TerminalTesting", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "LongformTests",
      dependencies: [
        "FormFixtures", "FormFormats", "FormModel", "FormSchema", "FormScreen", "longform",
        "System", "TerminalTesting",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Golden"], swiftSettings: swiftSettings),
  ]
)
