const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** So many in any span of this length. */
export interface Limit {
  hits: number;
  perMs: number;
}

const messageLimits = [
  { hits: 1, perMs: minuteMs },
  { hits: 3, perMs: hourMs },
  { hits: 10, perMs: dayMs },
] as const;

/** What is limited, for one address or one target; of several limits the strictest decides. Source: security requirements §5. */
export const limits = {
  "sign-in failures of an address": [{ hits: 30, perMs: minuteMs }],
  "registrations from an address": [
    { hits: 10, perMs: minuteMs },
    { hits: 100, perMs: dayMs },
  ],
  "captchas of an address": [{ hits: 60, perMs: minuteMs }],
  "links without a captcha from an address": [{ hits: 3, perMs: hourMs }],
  "sign-ups without a captcha from an address": [{ hits: 3, perMs: hourMs }],
  "sign-ups without a captcha at the site": [{ hits: 20, perMs: hourMs }],
  "mails asked for by an address": [{ hits: 10, perMs: minuteMs }],
  "codes to a mailbox": messageLimits,
  "second-step codes to a mailbox": messageLimits,
  "codes to a phone": messageLimits,
  "texts and calls for a member": [
    { hits: 6, perMs: hourMs },
    { hits: 15, perMs: dayMs },
  ],
  "texts and calls asked for by an address": [
    { hits: 10, perMs: minuteMs },
    { hits: 100, perMs: dayMs },
  ],
  "questions to the devices of a member": [
    { hits: 3, perMs: 5 * minuteMs },
    { hits: 10, perMs: hourMs },
  ],
  "recovery links to a mailbox": messageLimits,
  "invitations to a mailbox": messageLimits,
  "notices of sign-ups to a mailbox": messageLimits,
  "new e-mails of a member": [
    { hits: 5, perMs: hourMs },
    { hits: 10, perMs: dayMs },
  ],
  "code tries of an address": [{ hits: 20, perMs: minuteMs }],
  "code tries for a member": [{ hits: 10, perMs: hourMs }],
  "second steps of a member": [{ hits: 5, perMs: 15 * minuteMs }],
  "passkey sign-ins begun by an address": [{ hits: 60, perMs: minuteMs }],
  "new passwords of a member": [{ hits: 10, perMs: hourMs }],
  "token requests of an address": [{ hits: 120, perMs: minuteMs }],
  "renewals of a token": [{ hits: 30, perMs: minuteMs }],
  "changes by an address": [{ hits: 120, perMs: minuteMs }],
  "changes by a member": [{ hits: 120, perMs: minuteMs }],
  "photos of a member": [{ hits: 20, perMs: hourMs }],
  "redirect sessions of an address": [{ hits: 60, perMs: minuteMs }],
} as const satisfies Record<string, readonly Limit[]>;

export type LimitName = keyof typeof limits;

/** Reads of one address, and of one member: counted in memory, by each node for itself. */
export const readLimit: Limit = { hits: 600, perMs: minuteMs };

/** Sign-in attempts of one account that pass without delay; the next ones wait 1 s, 2 s, 4 s … */
export const freeSignIns: Limit = { hits: 10, perMs: 15 * minuteMs };
/** No account waits longer, and after this long without an attempt it begins anew. */
export const longestDelayMs = 15 * minuteMs;
/** Doublings of one second that reach {@link longestDelayMs}. */
export const mostStrikes = 11;

/** What `Retry-After` says, in seconds. Source: security requirements §1.4. */
export const shortestWaitSeconds = 1;
export const longestWaitSeconds = 900;
