// swift-tools-version: 6.2

import PackageDescription

let swiftSettings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
  // CI sets LONGFORM_STRICT, so that its builds turn warnings into errors.
  + (Context.environment["LONGFORM_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

let package = Package(
  name: "longform",
  products: [
    .executable(name: "longform", targets: ["longform"]),
    .library(
      name: "FormTerminal",
      targets: ["FormTerminal", "FormTasks", "FormScreen", "FormFormats", "FormSchema"]),
    .library(name: "FormTesting", targets: ["FormTesting"]),
    .library(name: "FormModel", targets: ["FormModel", "Candidates", "FormText", "LosslessJSON"]),
    .library(name: "LineEditing", targets: ["LineEditing", "Keys"]),
    // Tests load this library into the program with LD_PRELOAD. It is never installed.
    .library(name: "CFaults", type: .dynamic, targets: ["CFaults"]),
  ],
  targets: [
    // The targets in Sources. `ArchitectureTests` lists the targets that each one may import.
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
    .target(name: "Arguments", dependencies: ["FormText"], swiftSettings: swiftSettings),
    .target(name: "Candidates", dependencies: ["FormText"], swiftSettings: swiftSettings),
    .target(name: "LosslessJSON", dependencies: ["FormText"], swiftSettings: swiftSettings),
    .target(name: "Patterns", dependencies: ["CPCRE2", "FormText"], swiftSettings: swiftSettings),
    .target(
      name: "JSONSchema", dependencies: ["FormText", "LosslessJSON", "Patterns"],
      swiftSettings: swiftSettings),
    .target(
      name: "FormModel", dependencies: ["Candidates", "FormText", "LosslessJSON", "Patterns"],
      swiftSettings: swiftSettings),
    .target(
      name: "FormFormats", dependencies: ["CYAML", "FormModel", "JSONSchema"],
      swiftSettings: swiftSettings),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .target(
      name: "FormSchema", dependencies: ["FormModel", "JSONSchema"], swiftSettings: swiftSettings),
    .target(
      name: "FormScreen", dependencies: ["FormModel", "Keys"], swiftSettings: swiftSettings),
    .target(name: "Keys", dependencies: ["FormText"], swiftSettings: swiftSettings),
    .target(name: "System", swiftSettings: swiftSettings),
    .target(
      name: "LineEditing", dependencies: ["CLibEdit", "Keys", "System"],
      swiftSettings: swiftSettings),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "Drafts", dependencies: ["CSQLite", "System"], swiftSettings: swiftSettings),
    .target(
      name: "FormTerminal",
      dependencies: ["Drafts", "FormFormats", "FormScreen", "LineEditing"],
      swiftSettings: swiftSettings),
    .target(
      name: "FormTasks", dependencies: ["FormTerminal"], swiftSettings: swiftSettings),
    .target(
      name: "FormTesting", dependencies: ["FormTerminal"], swiftSettings: swiftSettings),
    .executableTarget(
      name: "longform",
      dependencies: ["Arguments", "FormSchema", "FormTerminal"], swiftSettings: swiftSettings),

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
      name: "document-driver",
      dependencies: ["FormFormats", "FormModel", "LosslessJSON", "TerminalTesting"],
      path: "Tests/Documents/Driver", swiftSettings: swiftSettings),
    .executableTarget(
      name: "schema-driver",
      dependencies: [
        "FormFormats", "FormModel", "FormSchema", "JSONSchema", "LosslessJSON", "TerminalTesting",
      ],
      path: "Tests/Schemas/Driver", swiftSettings: swiftSettings),
    .executableTarget(
      name: "embedding-example",
      dependencies: ["FormFormats", "FormModel", "FormScreen", "Keys", "LineEditing"],
      path: "Tests/Embedding",
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "library-driver",
      dependencies: ["FormSchema", "FormTasks", "FormTerminal", "FormTesting", "LosslessJSON"],
      path: "Tests/Library", swiftSettings: swiftSettings),
    .executableTarget(
      name: "example-scaffold", dependencies: ["FormTerminal"], path: "Tests/Examples/scaffold",
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "example-release", dependencies: ["FormTerminal"], path: "Tests/Examples/release",
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "example-commit", dependencies: ["FormTerminal"], path: "Tests/Examples/commit",
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
      dependencies: ["CSQLite", "TerminalTesting"],
      path: "Tests/Sessions/Driver", swiftSettings: swiftSettings),
    .testTarget(
      name: "TerminalTestingTests", dependencies: ["TerminalTesting"], swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "ArgumentsTests", dependencies: ["Arguments", "TerminalTesting"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormTextTests", dependencies: ["FormFixtures", "FormText", "TerminalTesting"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "LosslessJSONTests", dependencies: ["LosslessJSON", "TerminalTesting"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "JSONSchemaTests", dependencies: ["JSONSchema", "LosslessJSON", "TerminalTesting"],
      swiftSettings: swiftSettings),
    .testTarget(name: "PatternsTests", dependencies: ["Patterns"], swiftSettings: swiftSettings),
    .testTarget(
      name: "CandidatesTests",
      dependencies: ["Candidates", "FormModel", "FormText", "TerminalTesting"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormModelTests",
      dependencies: [
        "Candidates", "FormFixtures", "FormModel", "FormSchema", "FormScreen", "FormText",
        "LosslessJSON", "Patterns", "TerminalTesting",
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
      exclude: ["Golden"], swiftSettings: swiftSettings),
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
      name: "DraftsTests", dependencies: ["Drafts", "TerminalTesting"], swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "FormTerminalTests",
      dependencies: ["FormModel", "FormTerminal", "FormTesting", "TerminalTesting"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "LongformTests",
      dependencies: [
        "Arguments", "Drafts", "FormFixtures", "FormFormats", "FormModel", "FormSchema",
        "FormScreen",
        "longform", "System", "TerminalTesting",
      ],
      exclude: ["Golden"], swiftSettings: swiftSettings),
  ]
)
