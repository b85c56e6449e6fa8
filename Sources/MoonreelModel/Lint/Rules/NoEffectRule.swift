// SPDX-License-Identifier: MIT

import MoonreelCore

/// What is asked of layers and changes nothing: motion without a path, sound of what is silent, a look of
/// what is only heard, and layers that have nothing to do.
struct NoEffectRule: Lint.Rule {
  func findings(in subject: LintSubject) -> [Finding] {
    guard let stack = subject.stack else { return [] }
    let bonds = stack.layers.flatMap { [$0.parent, $0.matte?.layer].compactMap(\.self) }
    let needed = Set(bonds)
    return subject.layersInPlay.flatMap { index in
      let layer = stack.layers[index]
      let isFree = stack.compositor == nil && !needed.contains(layer.id)
      let workless = isFree ? idle(layer, isStill: subject.isHeldStill(index)) : nil
      return [motion(layer), sound(layer), look(layer), workless].compactMap(\.self)
    }
  }

  private func finding(_ layer: Layer, _ sentence: String) -> Finding {
    Finding(.noEffect, layer.timeRange, place: layer.place, sentence)
  }

  // MARK: Motion

  private func motion(_ layer: Layer) -> Finding? {
    let transform = layer.transform
    let stands = transform.pathProgress.constant == 0
    guard transform.motionPath != nil else {
      let names = [
        transform.isAutoOriented ? "'auto_orient'" : nil, stands ? nil : "'path_progress'",
      ].compactMap(\.self)
      guard let words = Self.list(names, "has", "have") else { return nil }
      return finding(layer, "\(words) no effect on \(layer.label): it has no 'motion_path'.")
    }
    if stands {
      return finding(
        layer,
        "\(layer.label.sentenceStart) stays where its 'motion_path' begins; let 'path_progress' go "
          + "from 0 to 1.")
    }
    let names = [transform.x == nil ? nil : "'x'", transform.y == nil ? nil : "'y'"]
    let position = names.compactMap(\.self).count == 2 ? ["'position'"] : names.compactMap(\.self)
    guard let words = Self.list(position, "has", "have") else { return nil }
    return finding(
      layer, "\(words) no effect on \(layer.label): its 'motion_path' says where it lies.")
  }

  // MARK: Pictures and sound

  private func sound(_ layer: Layer) -> Finding? {
    guard layer.source.isVisual, layer.source.audio == nil else { return nil }
    let audio = layer.audio
    // A volume of 0 asks for silence, which it gets.
    let names = [
      [0, 1].contains(audio.volume.constant) ? nil : "'volume'",
      audio.fadeIn > .zero ? "'fade_in'" : nil, audio.fadeOut > .zero ? "'fade_out'" : nil,
      audio.pitch == nil ? nil : "'pitch'", audio.loudness == nil ? nil : "'loudness'",
    ].compactMap(\.self)
    guard let words = Self.list(names, "has", "have") else { return nil }
    return finding(
      layer, "\(words) no effect on \(layer.label), which has no sound; leave it out.")
  }

  private func look(_ layer: Layer) -> Finding? {
    guard !layer.source.isVisual, layer.source.audio != nil else { return nil }
    let transform = layer.transform
    let names = [
      layer.opacity.constant == 1 ? nil : "'opacity'",
      transform.x == nil && transform.y == nil ? nil : "'position'",
      transform.scaleX.constant == 1 && transform.scaleY.constant == 1 ? nil : "'scale'",
      transform.rotation.constant == 0 ? nil : "'rotation'",
      layer.crop == nil ? nil : "'crop'", layer.mask == nil ? nil : "'mask'",
      layer.matte == nil ? nil : "'matte'",
      layer.blendMode == .normal && layer.blending == nil ? nil : "'blend'",
      layer.effects.isEmpty ? nil : "'effects'",
    ].compactMap(\.self)
    guard let words = Self.list(names, "has", "have") else { return nil }
    return finding(
      layer, "\(words) no effect on \(layer.label), which has only sound; leave it out.")
  }

  // MARK: Layers without work

  /// An adjustment layer that moves may be there for scripts to read its values.
  private func idle(_ layer: Layer, isStill: Bool) -> Finding? {
    switch layer.source {
    case .media(nil, nil):
      return finding(
        layer,
        "\(layer.label.sentenceStart) shows and plays nothing: its source has neither pictures nor "
          + "sound. Captions of a file are shown by mr.source.captions.")
    case .adjustment
    where layer.effects.isEmpty && layer.compositor == nil && isStill
      && layer.opacity.constant != nil:
      return finding(
        layer,
        "\(layer.label.sentenceStart) changes nothing: it is an adjustment layer without effects, and "
          + "no layer has it as parent. Give it effects, or leave it out.")
    default: return nil
    }
  }

  /// "'a' has", "'a' and 'b' have"; `nil` for none.
  private static func list(_ names: [String], _ one: String, _ many: String) -> String? {
    guard let last = names.last else { return nil }
    guard names.count > 1 else { return "\(last) \(one)" }
    return names.dropLast().joined(separator: ", ") + " and \(last) \(many)"
  }
}
