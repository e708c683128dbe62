/**
 * What differs between the wire and the client's caller, said as data.
 *
 * A path is dotted, in wire names, and crosses arrays without saying so. `*` stands for any key; `**` for any depth,
 * so that `post.richContent.**.duration` names every `duration` in the document. Source: transforms.json.
 *
 * Besides these rules every `id`, `createdDate` and `updatedDate` is `_id`, `_createdDate` and `_updatedDate` on the
 * caller's side, at every depth, except below the paths under `verbatim`.
 */
export interface ConversionRules {
  /** ISO 8601 text on the wire, a `Date` for the caller. */
  readonly timestamp?: readonly string[];
  /** `NaN`, `Infinity` and `-Infinity` travel as text. */
  readonly float?: readonly string[];
  /** Base64 text on the wire, a `Uint8Array` for the caller. */
  readonly bytes?: readonly string[];
  /** `{id, url, width, height, filename}` on the wire, a `wix:image://` text for the caller. */
  readonly image?: readonly string[];
  /** `{id, filename, posters}` on the wire, a `wix:video://` text for the caller. */
  readonly videoV2?: readonly string[];
  /** `{base, path}` on the wire, one URL for the caller. */
  readonly pageURL?: readonly string[];
  /** `formattedAddress`, `geocode`, `addressLine` on the wire; `formatted`, `location`, `addressLine1` for the caller. */
  readonly address?: readonly string[];
  /** The reader's own documents and maps: no key below is renamed. */
  readonly verbatim?: readonly string[];
}

export type ConversionKind = Exclude<keyof ConversionRules, "verbatim">;

/** The rules of one endpoint; a part is absent where nothing but the ids differs. */
export interface Conversion {
  readonly request?: ConversionRules;
  readonly response?: ConversionRules;
  /**
   * Members of the body that the client's caller gives in the argument `options`: a violation of `password` is told as
   * `options.password`. Source: errors.md §2.
   */
  readonly optionFields?: readonly string[];
}
