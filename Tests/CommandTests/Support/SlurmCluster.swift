// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A Slurm of one machine for a test, with daemons of its own that end with it. Everything lies in one folder; the
/// machine's own Slurm, if there is one, is neither used nor changed.
final class SlurmCluster: Sendable {
  private let folder: TemporaryFolder
  private let hurrying = Hurrying()

  /// Whether one can be started here; `nil`: yes.
  static let missing: String? = {
    if getuid() != 0 { return "Slurm's daemons are started by root only" }
    let programs = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol"]
    let lost = programs.filter { path(of: $0) == nil }
    return lost.isEmpty ? nil : "not installed: \(lost.joined(separator: ", ")) (slurm-wlm, munge)"
  }()

  /// Why the machine runs no daemons of Slurm, though they are installed: containers may forbid what they need.
  struct Refusal: Error {
    var reason: String
  }

  private static func path(of program: String) -> String? {
    ["/usr/bin/", "/usr/sbin/", "/usr/local/bin/", "/usr/local/sbin/"].map { $0 + program }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Starts the daemons and waits until the machine takes jobs.
  init() async throws {
    folder = try TemporaryFolder()
    try writeSettings()
    try await startDaemons()
    try hurrying.start(environment)
    try await putBack()
  }

  /// Sees whether this Slurm puts a job back into its queue, and runs it again.
  private func putBack() async throws {
    try folder.write(
      "job.sh",
      """
      #!/bin/sh
      cd "\(folder.url.path)" || exit 1
      [ "${SLURM_RESTART_COUNT:-0}" = 0 ] || exec touch again
      sleep 2
      scontrol requeue "$SLURM_JOB_ID" && sleep 60

      """)
    let result = try await run(
      "cd '\(folder.url.path)' && sbatch --requeue --output=job.log job.sh && "
        + "for i in $(seq 300); do [ -e again ] && exit 0; sleep 0.1; done; squeue --states=all; cat job.log; exit 1"
    )
    if result.code != 0 {
      throw Refusal(reason: "Slurm puts no job back: \(result.output)\(result.errors)\(logs)")
    }
  }

  /// What the daemons have said last.
  var logs: String {
    ["slurmctld", "slurmd"].map { name in
      "\n\(name):\n"
        + folder.text("\(name).log").split(separator: "\n").suffix(40).joined(separator: "\n")
    }.joined()
  }

  private func startDaemons() async throws {
    let munged =
      "--force --key-file munge.key --socket munge.sock --pid-file munged.pid --log-file munged.log --seed-file munge.seed"
      .replacing(/munge[a-z]*\.[a-z]+/) { self.folder.path(String($0.0)) }
    // A daemon that kept what the shell has open would keep the shell from having ended.
    let closing =
      "for f in /proc/$$/fd/*; do f=${f##*/}; [ $f -gt 2 ] && eval \"exec $f>&-\"; done; "
    for command in ["munged \(munged)"] + ["slurmctld", "slurmd"].map({ "\($0) -f \(conf)" }) {
      let result = try await run(closing + command)
      if result.code != 0 { throw Refusal(reason: "\(command): \(result.errors)") }
    }
    let idle = try await run(
      "for i in $(seq 100); do [ \"$(sinfo -h -o %T)\" = idle ] && exit 0; sleep 0.1; done; sinfo; exit 1"
    )
    if idle.code != 0 { throw Refusal(reason: "Slurm's machine is not idle: \(idle.output)") }
  }

  private func writeSettings() throws {
    let host = ProcessInfo.processInfo.hostName.split(separator: ".")[0]
    for name in ["state", "spool"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try folder.write("munge.key", Data((0..<1024).map { _ in UInt8.random(in: 0...255) }))
    chmod(folder.path("munge.key"), 0o600)
    chmod(folder.url.path, 0o755)
    try folder.write(
      "slurm.conf",
      """
      ClusterName=test
      SlurmctldHost=\(host)(127.0.0.1)
      SlurmUser=root
      SlurmdUser=root
      AuthType=auth/munge
      AuthInfo=socket=\(folder.path("munge.sock"))
      CredType=cred/munge
      StateSaveLocation=\(folder.path("state"))
      SlurmdSpoolDir=\(folder.path("spool"))
      SlurmctldPidFile=\(folder.path("slurmctld.pid"))
      SlurmdPidFile=\(folder.path("slurmd.pid"))
      SlurmctldLogFile=\(folder.path("slurmctld.log"))
      SlurmdLogFile=\(folder.path("slurmd.log"))
      SlurmctldPort=\(try Self.freePort())
      SlurmdPort=\(try Self.freePort())
      CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
      ProctrackType=proctrack/linuxproc
      TaskPlugin=task/none
      JobAcctGatherType=jobacct_gather/none
      AccountingStorageType=accounting_storage/none
      JobCompType=jobcomp/none
      SelectType=select/cons_tres
      SelectTypeParameters=CR_Core
      MpiDefault=none
      SwitchType=switch/none
      ReturnToService=2
      KillWait=2
      SlurmdParameters=config_overrides
      SchedulerParameters=sched_min_interval=0,batch_sched_delay=0,bf_interval=1,sched_interval=1
      NodeName=\(host) NodeAddr=127.0.0.1 CPUs=4 RealMemory=1000 State=UNKNOWN
      PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP

      """)
  }

  deinit {
    hurrying.end()
    for name in ["slurmd", "slurmctld", "munged"] {
      let text = folder.text("\(name).pid").trimmingCharacters(in: .whitespacesAndNewlines)
      guard let number = Int32(text), number > 1 else { continue }
      kill(number, SIGTERM)
      for _ in 0..<100 where kill(number, 0) == 0 { usleep(50_000) }
      kill(number, SIGKILL)
    }
  }

  private var conf: String { folder.path("slurm.conf") }

  /// What programs that use this Slurm get in their environment.
  var environment: [String: String] { ["SLURM_CONF": conf] }

  /// Runs a line of shell with this Slurm.
  func run(_ line: String) async throws -> Program.Outcome {
    try await Program.shell("export SLURM_CONF='\(conf)' PATH=\"$PATH:/usr/sbin:/sbin\"; " + line)
  }

  /// A port of this machine that nobody listens at.
  private static func freePort() throws -> UInt16 {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && getsockname(listener, address, &size) == 0
      }
    }
    try #require(status)
    return UInt16(bigEndian: address.sin_port)
  }
}

/// Lets tasks that Slurm has put back into its queue begin at once; Slurm has them wait for two minutes.
private final class Hurrying: @unchecked Sendable {
  // Started and ended by the cluster alone, one after the other.
  private let process = Process()

  func start(_ environment: [String: String]) throws {
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      """
      while sleep 0.3; do
        squeue --noheader --array --states=PENDING --format='%i %r' | while read -r job reason; do
          [ "$reason" != BeginTime ] || scontrol update JobId="$job" StartTime=now
        done
      done
      """,
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  func end() { if process.isRunning { process.terminate() } }
}
