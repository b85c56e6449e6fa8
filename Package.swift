// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT

import PackageDescription

/// What the targets of the fuzz tests lead into.
let fuzzed: [Target.Dependency] = [
  "MoonreelScript", "MoonreelExport", "MoonreelInterchange", "MoonreelVector", "MoonreelGLSL",
]

let package = Package(
  name: "moonreel",
  products: [
    .executable(name: "moonreel", targets: ["moonreel"]),
    .library(name: "MoonreelCore", targets: ["MoonreelCore"]),
    .library(name: "MoonreelModel", targets: ["MoonreelModel"]),
    .library(name: "MoonreelGLSL", targets: ["MoonreelGLSL"]),
    .library(name: "MoonreelMedia", targets: ["MoonreelMedia"]),
    .library(name: "MoonreelText", targets: ["MoonreelText"]),
    .library(name: "MoonreelVector", targets: ["MoonreelVector"]),
    .library(name: "MoonreelRender", targets: ["MoonreelRender"]),
    .library(name: "MoonreelExport", targets: ["MoonreelExport"]),
    .library(name: "MoonreelPlayback", targets: ["MoonreelPlayback"]),
    .library(name: "MoonreelCapture", targets: ["MoonreelCapture"]),
    .library(name: "MoonreelInterchange", targets: ["MoonreelInterchange"]),
    .library(name: "MoonreelScript", targets: ["MoonreelScript"]),
    .library(name: "MoonreelStudio", targets: ["MoonreelStudio"]),
    .library(name: "MoonreelAuthor", targets: ["MoonreelAuthor"]),
    .library(name: "MoonreelSandbox", targets: ["MoonreelSandbox"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    // The command line, and the modules it stands on; imports point only downward in this list.
    .executableTarget(
      name: "moonreel",
      dependencies: [
        "MoonreelStudio", "MoonreelAuthor", "CThreadGuard",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // Times single pictures and the standard library; see scripts/bench kernels and scripts/bench stdlib.
    .executableTarget(
      name: "moonreel-bench",
      dependencies: [
        "MoonreelRender", "MoonreelExport", "MoonreelStudio", "MoonreelAuthor", "MoonreelGLSL",
        "PageClient",
      ]),
    // Tries what a sandbox forbids, from inside of one; the tests run it.
    .executableTarget(
      name: "moonreel-trial", dependencies: ["MoonreelSandbox", "CTrial"],
      path: "Tests/moonreel-trial"),
    // Records what is not there; the tests kill it.
    .executableTarget(
      name: "moonreel-take", dependencies: ["MoonreelCapture"], path: "Tests/moonreel-take"),
    .target(
      name: "CTrial", dependencies: ["CFFmpeg"], path: "Tests/CTrial",
      linkerSettings: [.linkedLibrary("avcodec"), .linkedLibrary("avutil")]),
    .target(
      name: "MoonreelStudio",
      dependencies: [
        "MoonreelScript", "MoonreelCapture", "MoonreelPlayback", "CStudioPage",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ]),
    .target(name: "MoonreelAuthor", dependencies: ["MoonreelScript", "CAuthorPages"]),
    .target(
      name: "MoonreelScript",
      dependencies: [
        "MoonreelCapture", "MoonreelPlayback", "MoonreelInterchange", "MoonreelVector",
        "MoonreelGLSL",
        "CLuaHost",
        "CStandardLibrary",
      ]),
    .target(name: "MoonreelCapture", dependencies: ["MoonreelPlayback", "CCaptureHost"]),
    .target(name: "MoonreelPlayback", dependencies: ["MoonreelExport", "CSoundHost"]),
    .target(
      name: "MoonreelInterchange", dependencies: ["MoonreelExport", "CZlib"]),
    .target(name: "MoonreelExport", dependencies: ["MoonreelRender", "MoonreelMedia"]),
    .target(
      name: "MoonreelRender",
      dependencies: [
        "MoonreelModel", "CKernels", "CEBUR128", "CAubio", "CRubberBand", "CSoundHost",
      ]),
    .target(
      name: "MoonreelMedia",
      dependencies: ["MoonreelCore", "CMediaHost", "CNetworkHost", "CWebP", "CLCMS", "CZlib"]),
    .target(name: "MoonreelVector", dependencies: ["MoonreelText", "CRsvg", "CRlottie"]),
    .target(name: "MoonreelText", dependencies: ["MoonreelModel", "MoonreelSandbox", "CTextHost"]),
    .target(name: "MoonreelGLSL", dependencies: ["MoonreelModel"]),
    .target(name: "MoonreelModel", dependencies: ["MoonreelCore", "CKernels"]),
    .target(name: "MoonreelSandbox", dependencies: ["MoonreelCore", "CSandboxHost"]),
    .target(name: "MoonreelCore"),

    // C: kernels, shims for what Swift cannot import, the embedded standard library.
    .target(name: "CKernels", dependencies: ["CHostClock"], exclude: ["levels"]),
    .target(name: "CHostClock"),
    .target(name: "CLuaHost", dependencies: ["CLua", "CHostClock"]),
    .target(name: "CStandardLibrary"),
    .target(name: "CAuthorPages", exclude: ["page"]),
    .target(name: "CStudioPage", exclude: ["page", "gallery.lua"]),
    .target(name: "CMediaHost", dependencies: ["CFFmpeg"]),
    .target(name: "CNetworkHost", dependencies: ["CHostClock"]),
    .target(name: "CThreadGuard"),
    .target(name: "CTextHost", dependencies: ["CPango", "CAss"]),
    .target(name: "CSoundHost", dependencies: ["CSoundTouch", "CHostClock"]),
    .target(name: "CSandboxHost"),
    .target(name: "CCaptureHost", dependencies: ["CHostClock"]),
    .systemLibrary(name: "CLua", pkgConfig: "lua5.4"),
    .systemLibrary(name: "CFFmpeg", pkgConfig: "libavformat"),
    .systemLibrary(name: "CEBUR128", pkgConfig: "libebur128"),
    .systemLibrary(name: "CAubio", pkgConfig: "aubio"),
    .systemLibrary(name: "CRubberBand", pkgConfig: "rubberband"),
    .systemLibrary(name: "CSoundTouch", pkgConfig: "soundtouch"),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebpdemux"),
    .systemLibrary(name: "CLCMS", pkgConfig: "lcms2"),
    .systemLibrary(name: "CPango", pkgConfig: "pangocairo"),
    .systemLibrary(name: "CAss", pkgConfig: "libass"),
    .systemLibrary(name: "CRsvg", pkgConfig: "librsvg-2.0"),
    .systemLibrary(name: "CRlottie", pkgConfig: "rlottie"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),

    // Pictures of golden tests, and where they are left when a test fails.
    // What a page's socket says, for tests and scripts/bench studio.
    .target(name: "PageClient", path: "Tests/PageClient"),
    .target(
      name: "GoldenPictures", dependencies: ["MoonreelCore"], path: "Tests/GoldenPictures"),
    // Kernels step by step, as what is drawn of them is compared with.
    .target(name: "PlainKernels", dependencies: ["MoonreelModel"], path: "Tests/PlainKernels"),
    // Other programs that tests measure by.
    .target(name: "MediaTools", path: "Tests/MediaTools"),
    // A sound server that records, and a display, each of a test's own; what the display shows.
    .target(name: "SoundServer", dependencies: ["CStage"], path: "Tests/SoundServer"),
    .target(name: "CStage", path: "Tests/CStage"),
    // Cameras that are not there, for code that opens cameras.
    .target(name: "FakeCamera", dependencies: ["CCaptureHost"], path: "Tests/FakeCamera"),
    // A server of files that does what servers do wrong.
    .target(name: "FaultyServer", path: "Tests/FaultyServer"),
    // The corpus of shaders, and Mesa's opinion of them by a C program that is compiled when it is asked.
    .target(name: "GLSLOracle", path: "Tests/GLSLOracle", exclude: ["build", "program"]),
    .testTarget(name: "MoonreelCoreTests", dependencies: ["MoonreelCore"]),
    .testTarget(name: "MoonreelModelTests", dependencies: ["MoonreelModel"]),
    .testTarget(
      name: "MoonreelGLSLTests", dependencies: ["MoonreelGLSL", "PlainKernels"],
      exclude: ["Shaders"]),
    .testTarget(
      name: "MoonreelMediaTests", dependencies: ["MoonreelMedia", "MoonreelRender", "FaultyServer"]),
    .testTarget(name: "MoonreelTextTests", dependencies: ["MoonreelText", "MoonreelRender"]),
    .testTarget(name: "MoonreelVectorTests", dependencies: ["MoonreelVector", "MoonreelRender"]),
    .testTarget(
      name: "MoonreelRenderTests",
      dependencies: ["MoonreelRender", "CKernels", "GoldenPictures", "PlainKernels"],
      exclude: ["Picture/Goldens.txt"]),
    .testTarget(
      name: "MoonreelExportTests", dependencies: ["MoonreelExport", "MediaTools", "PageClient"]),
    .testTarget(
      name: "MoonreelInterchangeTests", dependencies: ["MoonreelInterchange", "MoonreelScript"]),
    .testTarget(
      name: "MoonreelPlaybackTests",
      dependencies: ["MoonreelPlayback", "SoundServer", "MediaTools", "FaultyServer"]),
    .testTarget(
      name: "MoonreelCaptureTests",
      dependencies: [
        "MoonreelCapture", "MediaTools", "SoundServer", "FakeCamera", "FaultyServer",
        "moonreel-take",
      ]),
    .testTarget(
      name: "MoonreelScriptTests", dependencies: ["MoonreelScript", "CKernels", "GoldenPictures"],
      exclude: ["Chart", "Effect", "Template", "Title", "Transition"].map {
        "Support/\($0)Goldens.txt"
      } + ["Support/Sentences.txt"]),
    .testTarget(
      name: "MoonreelStudioTests",
      dependencies: ["MoonreelStudio", "PageClient", "MediaTools", "FaultyServer"]),
    .testTarget(name: "MoonreelAuthorTests", dependencies: ["MoonreelAuthor"]),
    .testTarget(
      name: "CommandTests",
      dependencies: ["moonreel", "moonreel-trial", "PageClient", "SoundServer", "FaultyServer"]),
    .testTarget(
      name: "GLSLCorpusTests", dependencies: ["GLSLOracle", "MoonreelGLSL", "MoonreelRender"]),
    .testTarget(name: "FuzzTests", dependencies: fuzzed, exclude: ["Driver"]),
  ]
)

// `scripts/fuzz`: the targets of FuzzTests as a program under libFuzzer, everything instrumented, in place of
// the tests. The flags are unsafe in SwiftPM's sense, so they must stay behind the variable: a package that has
// any cannot be depended on by version.
if Context.environment["MOONREEL_FUZZ"] != nil {
  let instruments = ["-sanitize=fuzzer,address"]
  package.targets.removeAll {
    $0.type == .test
      || [
        "moonreel-bench", "moonreel-trial", "moonreel-take", "FaultyServer", "GoldenPictures",
        "MediaTools", "PageClient", "SoundServer", "CStage", "GLSLOracle", "PlainKernels",
        "FakeCamera",
      ]
      .contains($0.name)
  }
  package.targets.append(
    .executableTarget(
      name: "moonreel-fuzz", dependencies: fuzzed, path: "Tests/FuzzTests",
      exclude: ["FuzzTests.swift", "Support/Mutator.swift"],
      linkerSettings: [.unsafeFlags(instruments + ["-use-ld=lld"])]))
  for target in package.targets where target.type == .regular || target.type == .executable {
    let isC = target.name.first == "C" && target.name.dropFirst().first?.isUppercase == true
    if isC {
      target.cSettings =
        (target.cSettings ?? []) + [.unsafeFlags(["-fsanitize=fuzzer-no-link,address", "-g"])]
    } else {
      let checks = ["-enable-testing", "-assert-config", "Debug"]
      target.swiftSettings = [.unsafeFlags(instruments + checks)]
    }
  }
}
