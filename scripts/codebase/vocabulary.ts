/** A wording that comments, documentation and test titles do not use. */
export interface Wording {
  /** Matched as whole words, in upper and lower case. */
  pattern: string;
  /** What to write, or what to do, in its place. */
  instead: string;
}

/**
 * Wordings to avoid in prose, and their replacements. Code within prose (backticks, fences, links) is not looked at.
 */
export const wordings: readonly Wording[] = [
  { pattern: "whoever|whomever", instead: "callers, clients, the owner, the member" },
  { pattern: "nobody|nobody's", instead: "no client, no caller, no member" },
  { pattern: "somebody|somebody's", instead: "a client, a caller, a member" },
  { pattern: "everybody|everybody's", instead: "all clients, all callers, public" },
  { pattern: "anybody|anybody's", instead: "any client, any caller" },
  { pattern: "anew", instead: "again" },
  { pattern: "tells?|told|telling", instead: "returns, reports, notifies, serializes" },
  { pattern: "unless (?:it is |they are )?(?:given|told)", instead: "Default: x." },
  { pattern: "for good", instead: "permanently" },
  { pattern: "for ever", instead: "permanently, indefinitely" },
  { pattern: "meanwhile", instead: "in the meantime, concurrently; or name the interval" },
  { pattern: "lets? go of|letting go of", instead: "releases, drops" },
  { pattern: "(?:stands?|stood|standing) (?:in|beside|apart|around|above|below)", instead: "is, appears; say where" },
  { pattern: "by way of", instead: "through, via" },
  { pattern: "(?:is|are|was|were|be|been|being) kept", instead: "is stored, cached, retained" },
  { pattern: "comes? of (?:it|them|that)", instead: "results" },
  { pattern: "(?:became|becomes?) of", instead: "the result of" },
  { pattern: "patience", instead: "timeout" },
  { pattern: "(?:asks?|asked|asking|ask) for", instead: "requests, requested" },
  { pattern: "(?:is|are|was|were|be|been|being) asked", instead: "is requested, queried, called" },
  { pattern: "as asked|who asks|who asked|is asking|asks (?:the|a|an)", instead: "requests, queries, calls" },
  {
    pattern: "answers (?:with|the|a|an|what|whether|no|nothing|undefined|true|false|every|all|to)",
    instead: "returns",
  },
  { pattern: "(?:is|are|was|were|be|been) answered|answered with", instead: "is returned, responds with" },
  {
    pattern: "(?:is|are|was|were|be|been) said|said (?:above|below|of|about|in)",
    instead: "is documented, shown, reported",
  },
  { pattern: "held against", instead: "counts against, compared with" },
  { pattern: "begins?|began|begun", instead: "start" },
  { pattern: "mends?|mended|mending", instead: "repair, fix" },
  { pattern: "e-mails?|e-mailed", instead: "email" },
  { pattern: "mails|mailed|mailing", instead: "emails, sends" },
  { pattern: "in turns|take turns|takes turns", instead: "alternately, through a semaphore" },
  { pattern: "second steps?", instead: "second factor, MFA" },
  { pattern: "(?:prove|proves|proved|proving)(?: it| them)? again", instead: "reauthenticate" },
  { pattern: "fresh proofs?", instead: "recent authentication" },
  { pattern: "remembered devices?", instead: "trusted device" },
  { pattern: "sends? (?:it|them) on", instead: "forwards, redirects" },
  { pattern: "the house|the house's", instead: "default, built-in" },
  { pattern: "so (?:many|much)", instead: "name the quantity: `limit` items, at most `max` bytes" },
  { pattern: "way back", instead: "return path, return URL" },
  { pattern: "ways? in(?! which)|ways? out", instead: "sign-in method" },
  { pattern: "looked (?:for|at)", instead: "searched, read, checked" },
  { pattern: "(?:take|takes|taken|taking|took) back", instead: "undo, revoke" },
  { pattern: "lest|whence|thence|thereof|therein|wherein|hitherto|thereupon|alike", instead: "plain modern words" },
  { pattern: "shelf|shelves", instead: "category, image store" },
  { pattern: "decoys?", instead: "placeholder verification" },
  { pattern: "vouch(?:es|ed|ing)? for", instead: "impersonates, authenticates as" },
  { pattern: "mightier", instead: "higher role" },
  { pattern: "spoken", instead: "language, locale" },
  { pattern: "verdicts?", instead: "review result" },
  { pattern: "likers?", instead: "author of the like" },
  { pattern: "slips?(?: of the pen)?", instead: "typo" },
  { pattern: "tidy|tidies|tidied|sweeps?|swept|sweeping", instead: "clean up, cleanup job" },
  { pattern: "parks|parked", instead: "dead-letters, suspends" },
  { pattern: "(?:is|are|was|were|has been) over(?=[.,;:)]| and | or | but |$)", instead: "ended, expired, timed out" },
  { pattern: "forgets|(?:is|are|was|were|be) forgotten", instead: "invalidates, evicts, discards" },
  { pattern: "hears?|heard", instead: "receives, subscribes, listens" },
  { pattern: "unfit|(?:does|do|did) not fit", instead: "is invalid" },
  { pattern: "one's(?: own)?", instead: "the caller's, your" },
  { pattern: "of (?:ours|theirs|hers)", instead: "our, their" },
  { pattern: "however (?:many|much|long|often|large)", instead: "any number of, regardless of" },
  { pattern: "beside", instead: "next to, in addition to" },
  { pattern: "mere(?:ly)?|shall", instead: "only, must" },
  { pattern: "strangers?", instead: "unauthenticated client, other member" },
  { pattern: "two-sided", instead: "bidirectional" },
  { pattern: "(?:new|newly|just) come", instead: "new, recent" },
];

/** A form of name that code does not declare. */
export interface NamePattern {
  /** Matched against the whole name; the first letter matches in both cases. */
  pattern: RegExp;
  instead: string;
}

/** Names to avoid in declarations of variables, functions, types, members and parameters. */
export const namePatterns: readonly NamePattern[] = [
  { pattern: /^.*[Pp]atience.*$/, instead: "…TimeoutMs" },
  { pattern: /^[Ll]ongest([A-Z].*)?$/, instead: "max…" },
  { pattern: /^[Mm]ost[A-Z].*$/, instead: "max…" },
  { pattern: /^[Ff]ewest([A-Z].*)?$/, instead: "min…" },
  { pattern: /^([Tt]ells?|[Tt]old)([A-Z].*)?$/, instead: "serialize…, notify…, report…" },
  { pattern: /^([Kk]eeps?|[Kk]ept)([A-Z].*)?$/, instead: "cache…, store…, retain…, sync…" },
  { pattern: /^[Nn]eed([A-Z].*)?$/, instead: "require…" },
  { pattern: /^[Nn]otes?([A-Z].*)?$/, instead: "record…, warn…" },
  { pattern: /^[Kk]nown([A-Z].*)?$/, instead: "existing…, loaded…" },
  { pattern: /^([Ss]ettled?|[Ss]ettling|[Ss]ettles)([A-Z].*)?$/, instead: "resolve…, save…, complete…" },
  { pattern: /^.*[a-z](Life|Kept)Ms$/, instead: "…TtlMs" },
  { pattern: /^([Ff]resh|[Kk]ept)Ms$/, instead: "…TtlMs" },
  { pattern: /^.*[a-z]EveryMs$|^everyMs$/, instead: "…IntervalMs" },
  { pattern: /^.*[a-z](Wait|Pause)Ms$/, instead: "…DelayMs, …TimeoutMs" },
  { pattern: /^([Aa]sks?|[Aa]sked)([A-Z].*)?$/, instead: "request…, requested…" },
  { pattern: /^([Hh]old|[Hh]eld)([A-Z].*)?$/, instead: "current…, stored…" },
  { pattern: /^([Ii]n[Tt]urns|[Cc]reateTurns|[Tt]urns)$/, instead: "mapConcurrently, semaphore" },
  { pattern: /^([Dd]ecoys?|[Ss]tartDecoy)([A-Z].*)?$/, instead: "placeholder…" },
  {
    pattern: /^([Vv]ouch|[Mm]end|[Tt]idy|[Ss]weep|[Tt]end|[Pp]ark|[Hh]ear)(ed|s)?([A-Z].*)?$/,
    instead: "see the glossary",
  },
  {
    pattern: /^([Mm]eets|[Uu]nfit|[Mm]ightier|[Vv]erdict|[Ll]iker|[Ss]poken|[Ss]lips)([A-Z].*)?$/,
    instead: "see the glossary",
  },
  {
    pattern: /^([Pp]laceOf|[Pp]laced|[Ff]ormerPath|[Bb]egin(?=[A-Z])|[Bb]egan|[Bb]egun)([A-Z].*)?$/,
    instead: "see the glossary",
  },
];

/**
 * Names that {@link namePatterns} matches and that stay: terms of a standard or a platform, and what is on the wire, in
 * the database, in settings and in files of users.
 */
export const allowedNames: ReadonlySet<string> = new Set([
  "keepalive",
  "keepAlive",
  "keepAliveMs",
  "keepAliveTimeout",
  "keepAliveIntervalMs",
  "settled",
  // A metrics label and a property of `webhook list --json`.
  "parked",
  // Notes of an import, as in the contract.
  "note",
  "notes",
]);

/** Files that are written by a program or hold texts of a recorded contract. */
export const exemptFiles: readonly RegExp[] = [
  /^docs\/reference\/(?:error-codes|failure-handling|failures|faults)\.md$/,
  /^scripts\/codebase\/vocabulary\.ts$/,
  // Content of example blogs.
  /^packages\/cli\/demo\//,
  /\/fixtures\//,
];
