// `longform install` and `longform uninstall`.

import Arguments
import FormModel
import FormTerminal
import FormText
import Glibc

/// The option for the folder of the installation.
struct PrefixOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The folder to install to; it gets bin and share. By default $PREFIX, else /usr/local for root \
      and ~/.local for others. $DESTDIR is put in front, for packages.
      """, valueName: "folder"))
  var prefix: String?

  /// Returns the installation in the folder that was named.
  ///
  /// - Parameter found: the prefix to use if none was named; nil for the usual prefix.
  func installation(found: String? = nil) throws(Failure) -> Installation {
    guard let named = prefix ?? environment("PREFIX") ?? found ?? PrefixOptions.usual else {
      throw Failure(.wrongUse, "HOME is not set; --prefix FOLDER says where")
    }
    if named.isEmpty { throw Failure(.wrongUse, "--prefix needs a folder") }
    var prefix = named
    if !named.hasPrefix("/") {
      guard let here = Descriptor.realPath(of: ".") else {
        throw Failure(
          .cannotOpen,
          "the current folder no longer exists; give --prefix a path that begins with /")
      }
      prefix = "\(here)/\(named)"
    }
    let plain = prefix.split(separator: "/").filter { $0 != "." }
    if plain.contains("..") || named.utf8.contains(where: { $0 < 0x20 }) {
      throw Failure(.wrongUse, "\(named) cannot be installed to; name a folder without ..")
    }
    var destination = environment("DESTDIR") ?? ""
    if !destination.isEmpty {
      guard let real = Descriptor.realPath(of: destination) else {
        throw .system(.cannotOpen, "DESTDIR \(destination)", errno: errno)
      }
      destination = real == "/" ? "" : real
    }
    return Installation(prefix: plain.map { "/\($0)" }.joined(), destination: destination)
  }

  private static var usual: String? {
    geteuid() == 0 ? "/usr/local" : environment("HOME").map { "\($0)/.local" }
  }
}

/// Installs the program.
struct InstallSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Install this program with its forms, completions and manual.",
    discussion: """
      The program is installed without symbols and debug information, if strip is there to remove \
      them. Installing again replaces the files of the last installation. Other files, and those that \
      were changed since, are replaced only with --force.
      """)

  @OptionGroup var place: PrefixOptions

  @Option(
    help: ArgumentHelp(
      "The forms to install; by default those that belong to this program.", valueName: "folder"))
  var forms: String?

  @Flag(help: "Replace files that longform did not install.")
  var force = false

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      let installation = try place.installation()
      let files = try InstalledFiles.all(forms: forms)
      let count = try installation.install(files, force: force)
      var lines = ["Installed \(counted(count, "file")) in \(installation.root)"]
      let bin = "\(installation.prefix)/bin"
      let path = environment("PATH") ?? ""
      if environment("DESTDIR") == nil, !path.split(separator: ":").contains(where: { $0 == bin }) {
        lines.append("Your shell does not look into \(bin); add it to PATH")
      }
      try StandardOutput.write(lines)
      return .saved
    }
  }
}

/// Removes an installation.
struct UninstallSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall",
    abstract: "Remove the files that longform install installed.",
    discussion: """
      Without --prefix and $PREFIX it is the prefix this program is installed in. Files that were \
      changed since, drafts and other people's files stay.
      """)

  @OptionGroup var place: PrefixOptions

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      let own = ProgramFolder.prefix.flatMap { prefix in
        Installation(prefix: prefix, destination: "").exists ? prefix : nil
      }
      let installation = try place.installation(found: own)
      let (removed, changed) = try installation.uninstall()
      try StandardOutput.write(
        ["Removed \(counted(removed, "file")) from \(installation.root)"]
          + changed.map { "\($0) was changed since it was installed, and stays" })
      return .saved
    }
  }
}
