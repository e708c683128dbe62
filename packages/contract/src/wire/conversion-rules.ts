/**
 * Differences between the wire and the client's caller, as data.
 *
 * A path is dotted, in wire names, and traverses arrays implicitly. `*` matches any key; `**` any depth, so
 * `post.richContent.**.duration` matches every `duration` in the document. Source: transforms.json.
 *
 * In addition to these rules, `id`, `createdDate` and `updatedDate` are `_id`, `_createdDate` and `_updatedDate` on the
 * caller's side, at every depth except below `verbatim` paths.
 */
export interface ConversionRules {
  /** ISO 8601 text on the wire, a `Date` for the caller. */
  readonly timestamp?: readonly string[];
  /** `NaN`, `Infinity` and `-Infinity` are text on the wire. */
  readonly float?: readonly string[];
  /** Base64 text on the wire, a `Uint8Array` for the caller. */
  readonly bytes?: readonly string[];
  /** `{id, url, width, height, filename}` on the wire, a `wix:image://` text for the caller. */
  readonly image?: readonly string[];
  /** `{id, filename, posters}` on the wire, a `wix:video://` text for the caller. */
  readonly videoV2?: readonly string[];
  /** `{base, path}` on the wire, one URL for the caller. */
  readonly pageURL?: readonly string[];
  /** `formattedAddress`, `geocode`, `addressLine` on the wire; `formatted`, `location`, `addressLine1` for callers. */
  readonly address?: readonly string[];
  /** Site-defined documents and maps: no key below is renamed. */
  readonly verbatim?: readonly string[];
}

export type ConversionKind = Exclude<keyof ConversionRules, "verbatim">;

/** The rules of one endpoint; absent parts only rename ids and dates. */
export interface Conversion {
  readonly request?: ConversionRules;
  readonly response?: ConversionRules;
  /**
   * Properties of the body that the caller passes in the argument `options`: a violation of `password` is reported as
   * `options.password`. Source: errors.md §2.
   */
  readonly optionFields?: readonly string[];
}
