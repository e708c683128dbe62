/** A sign-in of the member's that still holds: one browser or program, at one app. */
export interface MemberSession {
  id: string;
  /** Whether it is the one that asks. */
  current: boolean;
  /** ISO 8601, UTC: when the member signed in. */
  createdDate: string;
  /** When its access token was last renewed, which happens once an hour while it is in use. */
  lastActiveDate: string;
  /** Name of the browser, such as `Firefox`; `null` when it was not recognised, or a program vouched for the member. */
  browser: string | null;
  /** What the browser ran on, such as `Windows` or `iPhone`. */
  device: string | null;
  /** The app that the member signed in to. */
  app: { id: string; name: string };
}

export type EndSessionRequest = { params: { sessionId: string } };
