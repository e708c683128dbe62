import type { MailKind } from "@porchlight/client/site";
import { languageName, text } from "../../texts/text.ts";
import { mailNames } from "../mail-names.ts";
import { settingPages } from "../setting-pages.ts";

/** The names of settings outside `settingPages`, as their own pages show them. */
const otherNames: Readonly<Record<string, string>> = {
  siteName: text("Name of the site"),
  logo: text("Logo"),
  logoDark: text("Logo on dark pages"),
  icon: text("Icon"),
  theme: text("Theme"),
  brand: text("Color of the site"),
  cssVariables: text("CSS variables"),
  language: text("Main language"),
  languages: text("Languages of sign-in pages and emails"),
  timeZone: text("Time zone"),
  homeTitle: text("Title of the home page"),
  homeText: text("Text of the home page"),
  homeSections: text("Sections of the home page"),
  authors: text("Authors"),
  navigation: text("Links in the header"),
  footerLinks: text("Links in the footer"),
  mailFooter: text("Footer of emails"),
  backupSchedule: text("Backup schedule"),
  backupTime: text("Time of scheduled backups"),
  backupWeekday: text("Day of scheduled backups"),
  backupsKept: text("Scheduled backups to keep"),
  updateCheck: text("Check for new versions"),
};

/**
 * The name of a changed setting in the audit log. `name` is that of a setting, `mail <kind> <language>`, or
 * `text <key> <language>`; any other is returned as it is.
 */
export function settingName(name: string): string {
  const [kind, key = "", tag = ""] = name.split(" ");
  const language = languageName(tag);
  if (kind === "mail") {
    const mail = mailNames[key as MailKind]?.name ?? key;
    return text("Email “{mail}” ({language})", { mail, language });
  }
  if (kind === "text") return text("Text “{key}” ({language})", { key, language });
  for (const { title, blocks } of settingPages) {
    const field = blocks.flatMap(({ fields }) => fields).find((one) => one.name === name);
    if (field) return `${title}: ${field.label}`;
  }
  return otherNames[name] ?? name;
}
