/** What the server puts into the console's page. */
export interface ConsoleSettings {
  /** The app that staff sign in with. */
  clientId: string;
  siteName: string;
  /** BCP 47 tag of the main language of the site. */
  siteLanguage: string;
  /** IANA name. */
  timeZone: string;
}

/** Id of the element with the {@link ConsoleSettings}. */
export const settingsElementId = "settings";

/** Base name of the session cookies. */
export const cookieName = "porchlight_staff";

/** The cookie with the language that a person chose. */
export const languageCookie = "porchlight_console_language";

/** Reads the settings of this page. */
export function readSettings(): ConsoleSettings {
  return JSON.parse(document.getElementById(settingsElementId)!.textContent!) as ConsoleSettings;
}
