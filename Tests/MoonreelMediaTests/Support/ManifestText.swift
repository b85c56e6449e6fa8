// SPDX-License-Identifier: MIT

/// Texts of manifests.
enum ManifestText {
  static func outline(_ periods: String) -> String {
    """
    <?xml version="1.0"?>
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT4S">\(periods)</MPD>
    """
  }

  static func manifest(_ sets: String) -> String { outline("<Period>\(sets)</Period>") }

  static func stream(_ content: String) -> String {
    """
    <AdaptationSet><Representation id="v" mimeType="video/mp4" bandwidth="1">\(content)</Representation></AdaptationSet>
    """
  }

  static func template(_ attributes: String, _ timeline: String = "") -> String {
    manifest(
      stream(
        "<SegmentTemplate \(attributes)>\(timeline.isEmpty ? "" : "<SegmentTimeline>\(timeline)</SegmentTimeline>")</SegmentTemplate>"
      ))
  }
}
