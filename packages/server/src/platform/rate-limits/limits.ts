const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** At most `hits` within any `perMs` milliseconds. */
export interface Limit {
  hits: number;
  perMs: number;
}

/** What is counted, and how often it may happen; of several limits the strictest decides. */
export interface RateLimit {
  /** Part of the hashed key of the counter in the database: a changed text starts all counters from zero. */
  key: string;
  limits: readonly [Limit, ...Limit[]];
}

const messageLimits: readonly [Limit, ...Limit[]] = [
  { hits: 1, perMs: minuteMs },
  { hits: 3, perMs: hourMs },
  { hits: 10, perMs: dayMs },
];

/** The rate limits, each per IP, member, recipient or token. Source: security requirements §5. */
export const rateLimits = {
  signInFailuresPerIp: { key: "sign-in failures of an address", limits: [{ hits: 30, perMs: minuteMs }] },
  registrationsPerIp: {
    key: "registrations from an address",
    limits: [
      { hits: 10, perMs: minuteMs },
      { hits: 100, perMs: dayMs },
    ],
  },
  captchasPerIp: { key: "captchas of an address", limits: [{ hits: 60, perMs: minuteMs }] },
  recoveriesWithoutCaptchaPerIp: {
    key: "links without a captcha from an address",
    limits: [{ hits: 3, perMs: hourMs }],
  },
  signUpsWithoutCaptchaPerIp: {
    key: "sign-ups without a captcha from an address",
    limits: [{ hits: 3, perMs: hourMs }],
  },
  signUpsWithoutCaptchaPerSite: {
    key: "sign-ups without a captcha at the site",
    limits: [{ hits: 20, perMs: hourMs }],
  },
  emailRequestsPerIp: { key: "mails asked for by an address", limits: [{ hits: 10, perMs: minuteMs }] },
  verificationEmailsPerMailbox: { key: "codes to a mailbox", limits: messageLimits },
  mfaEmailsPerMailbox: { key: "second-step codes to a mailbox", limits: messageLimits },
  mfaMessagesPerPhone: { key: "codes to a phone", limits: messageLimits },
  mfaMessagesPerMember: {
    key: "texts and calls for a member",
    limits: [
      { hits: 6, perMs: hourMs },
      { hits: 15, perMs: dayMs },
    ],
  },
  mfaMessagesPerIp: {
    key: "texts and calls asked for by an address",
    limits: [
      { hits: 10, perMs: minuteMs },
      { hits: 100, perMs: dayMs },
    ],
  },
  pushChallengesPerMember: {
    key: "questions to the devices of a member",
    limits: [
      { hits: 3, perMs: 5 * minuteMs },
      { hits: 10, perMs: hourMs },
    ],
  },
  recoveryEmailsPerMailbox: { key: "recovery links to a mailbox", limits: messageLimits },
  invitationEmailsPerMailbox: { key: "invitations to a mailbox", limits: messageLimits },
  signUpNoticesPerMailbox: { key: "notices of sign-ups to a mailbox", limits: messageLimits },
  testMailsPerStaff: {
    key: "test emails of a staff account",
    limits: [
      { hits: 5, perMs: minuteMs },
      { hits: 30, perMs: hourMs },
    ],
  },
  emailChangesPerMember: {
    key: "new e-mails of a member",
    limits: [
      { hits: 5, perMs: hourMs },
      { hits: 10, perMs: dayMs },
    ],
  },
  codeAttemptsPerIp: { key: "code tries of an address", limits: [{ hits: 20, perMs: minuteMs }] },
  codeAttemptsPerMember: { key: "code tries for a member", limits: [{ hits: 10, perMs: hourMs }] },
  mfaAttemptsPerMember: { key: "second steps of a member", limits: [{ hits: 5, perMs: 15 * minuteMs }] },
  passkeySignInsPerIp: { key: "passkey sign-ins begun by an address", limits: [{ hits: 60, perMs: minuteMs }] },
  passwordChangesPerMember: { key: "new passwords of a member", limits: [{ hits: 10, perMs: hourMs }] },
  tokenRequestsPerIp: { key: "token requests of an address", limits: [{ hits: 120, perMs: minuteMs }] },
  refreshesPerToken: { key: "renewals of a token", limits: [{ hits: 30, perMs: minuteMs }] },
  changesPerIp: { key: "changes by an address", limits: [{ hits: 120, perMs: minuteMs }] },
  changesPerMember: { key: "changes by a member", limits: [{ hits: 120, perMs: minuteMs }] },
  commentsPerIp: {
    key: "comments from an address",
    limits: [
      { hits: 20, perMs: 5 * minuteMs },
      { hits: 200, perMs: dayMs },
    ],
  },
  commentsPerMember: {
    key: "comments of a member",
    limits: [
      { hits: 10, perMs: 5 * minuteMs },
      { hits: 100, perMs: dayMs },
    ],
  },
  photosPerMember: { key: "photos of a member", limits: [{ hits: 20, perMs: hourMs }] },
  submissionsPerIp: { key: "form submissions of an address", limits: [{ hits: 20, perMs: minuteMs }] },
  submissionsPerMember: { key: "form submissions of a member", limits: [{ hits: 20, perMs: minuteMs }] },
  formConfirmationsPerIp: {
    key: "form confirmations from an address",
    limits: [
      { hits: 20, perMs: 60 * minuteMs },
      { hits: 60, perMs: 24 * 60 * minuteMs },
    ],
  },
  formConfirmationsPerMailbox: { key: "form confirmations to a mailbox", limits: messageLimits },
  newsletterConfirmationsPerMailbox: { key: "newsletter confirmations to a mailbox", limits: messageLimits },
  formRepliesPerIp: { key: "replies to form submissions from an address", limits: [{ hits: 60, perMs: hourMs }] },
  formRepliesPerMailbox: {
    key: "replies to form submissions to a mailbox",
    limits: [
      { hits: 5, perMs: 10 * minuteMs },
      { hits: 30, perMs: dayMs },
    ],
  },
  redirectSessionsPerIp: { key: "redirect sessions of an address", limits: [{ hits: 60, perMs: minuteMs }] },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

/** Reads of one IP, and of one member: counted in memory, by each node separately. */
export const readLimit: Limit = { hits: 600, perMs: minuteMs };

/** Sign-in attempts of one account that are not delayed; the following ones wait 1 s, 2 s, 4 s, … */
export const undelayedSignIns: Limit = { hits: 10, perMs: 15 * minuteMs };
/** The longest delay; after this long without an attempt the delay starts from 1 s again. */
export const maxDelayMs = 15 * minuteMs;
/** Doublings of one second that reach {@link maxDelayMs}. */
export const maxStrikes = 11;

/** Bounds of `Retry-After`. Source: security requirements §1.4. */
export const minRetryAfterSeconds = 1;
export const maxRetryAfterSeconds = 900;
