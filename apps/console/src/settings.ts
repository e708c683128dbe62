/** What the server puts into the console's page. */
export interface ConsoleSettings {
  /** The app that staff sign in with. */
  clientId: string;
  siteName: string;
  /** IANA name. */
  timeZone: string;
}

/** Id of the element with the {@link ConsoleSettings}. */
export const settingsElementId = "settings";

/** Base name of the session cookies. */
export const cookieName = "porchlight_staff";

/** Reads the settings of this page. */
export function readSettings(): ConsoleSettings {
  return JSON.parse(document.getElementById(settingsElementId)!.textContent!) as ConsoleSettings;
}
