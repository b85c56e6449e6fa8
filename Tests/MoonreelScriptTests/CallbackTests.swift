// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel
import Testing

@testable import MoonreelScript

/// Functions of the script that draw.
@Suite struct CallbackTests {
  private static let preamble = """
    local mr = require "moonreel"
    local timeline = mr.timeline { fps = 25 }
    local video = timeline:add_track "video"
    video:insert(mr.source.test_card { size = { 64, 36 }, duration = 4 }, { 0, 4 }, 0)
    local function film(compositor, data)
      return mr.export { timeline, video = mr.video_composition { size = { 64, 36 }, fps = 25, seed = 7,
        instructions = { { range = { 0, 4 }, sources = { video }, data = data, background = "blue",
          compositor = compositor } } } }
    end

    """
  /// Lines before the script's own.
  private static let before = 9

  private func composition(
    _ script: String, configure: (inout ScriptOptions) -> Void = { _ in }
  ) throws -> VideoComposition {
    let outcome = Runs.script(Self.preamble + script, configure: configure)
    let result = try #require(outcome.result, "\(outcome.message)")
    return try #require(result.request.videoComposition)
  }

  private func image(_ composition: VideoComposition, at seconds: Double) throws -> Image {
    let time = try Time(seconds: seconds)
    let instruction = try #require(composition.instruction(at: time))
    let frame = FrameRequest.SourceFrame(
      image: Image(color: .white), preferredTransform: AffineTransform(rotationDegrees: 90),
      naturalSize: PixelSize(64, 36), sourceTime: time)
    let request = FrameRequest(
      context: composition.context(at: time), instruction: instruction, frames: [TrackID(1): frame])
    return try composition.image(for: request)
  }

  private func failure(_ composition: VideoComposition, at seconds: Double) -> String {
    do {
      _ = try image(composition, at: seconds)
      return "no error"
    } catch { return (error as? MoonreelError)?.message ?? "\(error)" }
  }

  @Test func compositorsDraw() throws {
    let composition = try composition(
      """
      return film(function(request)
        local share = request.data.share * request.progress
        return request:frame(video):opacity(share):over(request.background)
      end, { share = 0.5 })
      """)
    guard case .over(let top, let bottom) = try image(composition, at: 2).node,
      case .opacity(_, let factor) = top.node, case .color(let color) = bottom.node
    else {
      Issue.record("the graph is what the function builds")
      return
    }
    #expect(factor == 0.25)
    #expect(color == Color(0, 0, 1))
  }

  @Test("frames that a script has let go do not wait for Lua's collector")
  func framesAreLetGo() throws {
    let composition = try composition(
      "return film(function(request) return request:frame(video):blur(2):over(request.background) end)"
    )
    let instruction = try #require(composition.instruction(at: .zero))
    var frames: [WeakFrame] = []
    for index in 0..<60 {
      let frame = FrameBuffer(format: .yuv420(), size: PixelSize(16, 16), color: .bt709) { _ in }
      frames.append(WeakFrame(frame: frame))
      let source = FrameRequest.SourceFrame(
        image: Image(frame: frame), preferredTransform: .identity,
        naturalSize: PixelSize(1920, 1080), sourceTime: .zero)
      let request = FrameRequest(
        context: composition.context(at: Time(flicks: Int64(index) * 28_224_000)),
        instruction: instruction, frames: [TrackID(1): source])
      _ = try composition.image(for: request)
      frames.removeAll { $0.frame == nil }
      #expect(frames.count <= 6, "after frame \(index)")
    }
  }

  private struct WeakFrame { weak var frame: FrameBuffer? }

  @Test func requestsTellWhatTheyKnow() throws {
    let lines = Lines()
    let composition = try composition(
      """
      return film(function(r)
        print(r.time, r.frame_index, r.size[1], r.seed, r.render_scale, r.range[2], r.data)
        print(r:natural_size(video)[1], r:source_time(video), r:preferred_transform(video))
        print(r:upright_frame(video).extent, r:fitted_frame(video, "cover") ~= nil, r:metadata(video))
        return r:frame(video)
      end, "word")
      """
    ) { $0.print = { lines.add($0) } }
    _ = try image(composition, at: 1)
    #expect(
      lines.all == [
        "test.lua: 1.0\t25\t64.0\t7\t1.0\t4.0\tword",
        "test.lua: 64\t1.0\ttransform { 0, 1, -1, 0, 0, 0 }", "test.lua: nil\ttrue\tnil",
      ])
  }

  @Test func randomNumbersBelongToTheFrame() throws {
    let composition = try composition(
      "return film(function(r) return r:frame(video):opacity(math.random()) end)")
    let first = try #require(try image(composition, at: 1).node.inputs[0].digest)
    func factor(_ seconds: Double) throws -> Float {
      guard case .opacity(_, let factor) = try image(composition, at: seconds).node else {
        return -1
      }
      return factor
    }
    let (one, two) = (try factor(1), try factor(2))
    #expect(one != two)
    #expect(try factor(1) == one)
    #expect(first == Image(color: .white).digest)
  }

  @Test func errorsNameLineAndFrame() throws {
    let composition = try composition(
      """
      return film(function(request)
        if request.time >= 1 then
          local picture = request:frame(video) .. "x"
        end
        return "no colour"
      end)
      """)
    #expect(
      failure(composition, at: 1.6).hasPrefix(
        "test.lua:\(Self.before + 3): cannot calculate an image .. 'x'; tostring(value) makes a text"
      ))
    #expect(failure(composition, at: 1.6).contains("(while drawing frame 40, at 1.600 s)"))
    #expect(
      failure(composition, at: 0).hasPrefix(
        "test.lua:\(Self.before + 1): bad result of the compositor"))
  }

  @Test func nothingIsAnError() throws {
    let composition = try composition("return film(function() end)")
    #expect(
      failure(composition, at: 0)
        == "test.lua:10: the compositor returned nothing; it must return an image "
        + "(while drawing frame 0, at 0.000 s)")
  }

  @Test func eachCallHasItsOwnBudget() throws {
    let script = "return film(function(r) for i = 1, 1000 do end return r:frame(video) end)"
    let composition = try composition(script) { $0.instructionLimit = 30_000 }
    for frame in 0..<100 { _ = try image(composition, at: Double(frame) / 25) }
    let endless = try self.composition("return film(function() while true do end end)") {
      $0.instructionLimit = 30_000
    }
    #expect(failure(endless, at: 0).contains("ran more than 30000 instructions"))
    #expect(failure(endless, at: 1).contains("ran more than 30000 instructions"))
  }

  @Test func filtersChangeThePicture() throws {
    let composition = try composition(
      """
      return mr.video_composition(timeline, { fps = 25, filter = function(image, context)
        return image:opacity(context.frame_index / 100)
      end })
      """)
    guard case .opacity(_, let factor) = try image(composition, at: 2).node else {
      Issue.record("the filter is on top")
      return
    }
    #expect(factor == 0.5)
  }

  @Test func customSourcesDraw() throws {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local t = mr.timeline()
      t:add_track("video"):insert(mr.source.custom { size = { 8, 8 }, duration = 2,
        draw = function(time, context) return mr.color { time / 2, 0, 0 } end })
      return t
      """)
    let timeline = try #require(outcome.result).request.timeline
    guard case .custom(let source) = timeline.tracks[0].segments[0].source else { return }
    let context = FrameContext(time: .zero, frameIndex: 0, size: Size(8, 8))
    let image = try source.image(at: Time(wholeSeconds: 1), in: context)
    #expect(image.extent == Rect(x: 0, y: 0, width: 8, height: 8))
    guard case .color(let color) = image.node.inputs[0].node else { return }
    #expect(color.red == 0.5)
  }

  @Test func checkingFindsCallbacksThatCount() {
    let counting =
      Self.preamble + """
        local count = 0
        return film(function(r)
          count = count + 1
          return r:frame(video):opacity(1 / count)
        end)
        """
    #expect(Runs.script(counting).error == nil)
    let message = Runs.script(counting) { $0.mode = .check }.message
    #expect(message.hasPrefix("test.lua:\(Self.before + 2): the frame at "))
    #expect(message.contains("drawn in another order"))
    let pure =
      Self.preamble + "return film(function(r) return r:frame(video):opacity(math.random()) end)"
    #expect(Runs.script(pure) { $0.mode = .check }.error == nil)
  }

  @Test func aReferenceMayOutliveItsCall() throws {
    let composition = try composition(
      """
      local kept
      return film(function(r)
        kept = kept or r
        return kept:frame(video):opacity(kept.time / 4)
      end)
      """)
    _ = try image(composition, at: 1)
    guard case .opacity(_, let factor) = try image(composition, at: 2).node else { return }
    #expect(factor == 0.25)
  }
}
