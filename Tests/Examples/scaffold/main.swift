// scaffold: asks about a new Swift package, and makes its folder from the answers.

import FormTerminal
import Glibc

enum Kind: String, CaseIterable { case library, tool }
enum License: String, CaseIterable {
  case mit = "MIT"
  case apache = "Apache-2.0"
  case none
}

let name = Row.text("name", "Package name").required()
  .matching("[A-Za-z][A-Za-z0-9-]*", "letters, digits and -, and a letter first")
  .check("there is a folder of this name already") { access($0, F_OK) != 0 }
let kind = Row<Kind>.choice("kind", "Kind").default(.library)
let license = Row<License>.choice("license", "License").default(.mit)
let holder = Row.text("holder", "Copyright holder").required()
  .shown(when: license.isOne(of: .mit, .apache))
let isTested = Row.yesNo("tests", "With tests").default(true)
let url = Row.url("url", "From URL").required().placeholder("https://github.com/apple/swift-log")
let version = Row.text("version", "Version").required()
  .matching("[0-9]+\\.[0-9]+\\.[0-9]+", "three numbers, like 1.5.0")
let dependencies = Repeat("dependencies", "Dependencies", item: "Dependency") {
  url
  version
}

let form = Form("New package", id: "scaffold") {
  name
  kind
  isTested
  license
  holder
  dependencies
}

/// Writes a file of the package.
func write(_ text: String, to path: String) {
  guard let file = fopen(path, "w") else { return perror(path) }
  fputs(text, file)
  fclose(file)
  print(path)
}

func manifest(_ package: String, of answers: Answers) -> String {
  let target = answers[kind] == .tool ? "executableTarget" : "target"
  let packages = answers[dependencies].map {
    "    .package(url: \"\($0[url] ?? "")\", from: \"\($0[version] ?? "")\"),\n"
  }
  let tests =
    answers[isTested] == true
    ? "    .testTarget(name: \"\(package)Tests\", dependencies: [\"\(package)\"]),\n" : ""
  return """
    // swift-tools-version: 6.0

    import PackageDescription

    let package = Package(
      name: "\(package)",
      dependencies: [
    \(packages.joined())  ],
      targets: [
        .\(target)(name: "\(package)"),
    \(tests)  ]
    )

    """
}

func report(_ text: String) { _ = Glibc.write(STDERR_FILENO, text, text.utf8.count) }

do {
  var options = FillOptions()
  options.draft = .named("scaffold")
  let answers = try form.fill(options)
  let package = answers[name] ?? ""
  let source = "\(package)/Sources/\(package)"
  for folder in [package, "\(package)/Sources", source] { mkdir(folder, 0o755) }
  write(manifest(package, of: answers), to: "\(package)/Package.swift")
  let isTool = answers[kind] == .tool
  let text = isTool ? "print(\"Hello\")\n" : "public let version = \"0.1.0\"\n"
  write(text, to: "\(source)/\(isTool ? "main" : package).swift")
  write(".build/\n", to: "\(package)/.gitignore")
  if let holder = answers[holder], let license = answers[license] {
    write("\(license.rawValue), Copyright \(holder)\n", to: "\(package)/LICENSE")
  }
  if answers[isTested] == true {
    for folder in ["\(package)/Tests", "\(package)/Tests/\(package)Tests"] { mkdir(folder, 0o755) }
    write(
      "import Testing\n\n@Test func nothingYet() { #expect(true) }\n",
      to: "\(package)/Tests/\(package)Tests/\(package)Tests.swift")
  }
} catch FormError.left(let draft) {
  report("left\(draft == nil ? "" : "; scaffold goes on with it")\n")
  exit(130)
} catch {
  report("scaffold: \(error)\n")
  exit(1)
}
