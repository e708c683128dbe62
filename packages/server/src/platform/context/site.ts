/** The site that this server serves. */
export interface Site {
  id: string;
  name: string;
  /** The setting's value when this server started. */
  language: string;
  /** IANA name; the setting's value when this server started. */
  timeZone: string;
}
