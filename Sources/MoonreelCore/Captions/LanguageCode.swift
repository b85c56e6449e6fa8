// SPDX-License-Identifier: MIT

/// Codes of languages: ISO 639-1 has two letters, ISO 639-2 three, which is what files carry.
public enum LanguageCode {
  /// The three letters that files carry for `tag` (`"en"`, `"en-GB"`, `"eng"`, `"ger"`); `nil` where it is no
  /// code that is known.
  public static func threeLetters(_ tag: String) -> String? {
    if let known = quickTimeNames[tag] { return known }
    let code = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
    guard code.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
    switch code.count {
    case 2: return longCodes[String(code)]
    case 3: return bibliographic[String(code)] ?? String(code)
    default: return nil
    }
  }

  /// `code` as others write it, where it is a word of QuickTime files alone (`"sve"`); else as it is.
  public static func named(_ code: String) -> String { quickTimeNames[code] ?? code }

  /// The same in the older form of ISO 639-2/B, which Matroska and transport streams carry.
  public static func bibliographicLetters(_ tag: String) -> String? {
    threeLetters(tag).map { code in bibliographic.first { $0.value == code }?.key ?? code }
  }

  /// The same as libav's writer of QuickTime files knows it: those files number the languages of old Macintosh systems, and
  /// what has no number there (Afrikaans, Galician, Zulu …) is lost.
  public static func quickTimeLetters(_ tag: String) -> String? {
    threeLetters(tag).flatMap { code in
      if ["ces", "fra", "ron", "slk"].contains(code) { return code }
      if ["nob", "nno"].contains(code) { return "nor" }
      return quickTimeNames.first { $0.value == code }?.key ?? bibliographicLetters(code)
    }
  }

  /// What libav calls languages of QuickTime files that have other codes, by its word.
  private static let quickTimeNames = [
    "sve": "swe", "hr ": "hrv", "fo ": "fao", "iri": "gle", "sr ": "srp", "pa ": "pan",
  ]

  /// Whether both tags name one language, whatever the country.
  public static func isSame(_ one: String, _ other: String) -> Bool {
    guard let first = threeLetters(one), let second = threeLetters(other) else {
      return one.lowercased() == other.lowercased()
    }
    return first == second
  }

  /// Whether `tag` has the form of a language tag, `"en"`, `"eng"` or `"pt-BR"` (BCP 47): two or three letters,
  /// then parts of one to eight letters and digits; or private ones after `x-` or `i-`.
  public static func isTag(_ tag: String) -> Bool {
    let parts = tag.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    let isPrivate = parts.count > 1 && ["x", "i"].contains(parts[0].lowercased())
    let isCode =
      (2...3).contains(parts[0].count) && parts[0].allSatisfy { $0.isASCII && $0.isLetter }
    return (isCode || isPrivate)
      && parts.dropFirst().allSatisfy { part in
        (1...8).contains(part.count)
          && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      }
  }

  private static let longCodes: [String: String] = {
    let words = codes.split(separator: " ")
    return Dictionary(
      uniqueKeysWithValues: words.map { (String($0.prefix(2)), String($0.dropFirst(3))) })
  }()

  /// ISO 639-1 and 639-2/T of the languages that films are subtitled in.
  private static let codes = """
    af=afr am=amh ar=ara as=asm az=aze be=bel bg=bul bn=ben bo=bod bs=bos ca=cat cs=ces cy=cym da=dan \
    de=deu el=ell en=eng eo=epo es=spa et=est eu=eus fa=fas fi=fin fo=fao fr=fra fy=fry ga=gle gd=gla \
    gl=glg gu=guj ha=hau he=heb hi=hin hr=hrv hu=hun hy=hye id=ind ig=ibo is=isl it=ita ja=jpn jv=jav \
    ka=kat kk=kaz km=khm kn=kan ko=kor ku=kur ky=kir la=lat lb=ltz lo=lao lt=lit lv=lav mg=mlg mi=mri \
    mk=mkd ml=mal mn=mon mr=mar ms=msa mt=mlt my=mya nb=nob ne=nep nl=nld nn=nno no=nor oc=oci or=ori \
    pa=pan pl=pol ps=pus pt=por qu=que rm=roh ro=ron ru=rus rw=kin sa=san sd=snd si=sin sk=slk sl=slv \
    sm=smo sn=sna so=som sq=sqi sr=srp su=sun sv=swe sw=swa ta=tam te=tel tg=tgk th=tha ti=tir tk=tuk \
    tl=tgl tr=tur tt=tat ug=uig uk=ukr ur=urd uz=uzb vi=vie wo=wol xh=xho yi=yid yo=yor zh=zho zu=zul
    """

  /// ISO 639-2/B, which Matroska carries, where it differs from 639-2/T.
  private static let bibliographic = [
    "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces",
    "dut": "nld", "fre": "fra", "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl",
    "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas", "rum": "ron", "slo": "slk",
    "tib": "bod", "wel": "cym",
  ]
}
