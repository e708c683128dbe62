import { ImportSourceError } from "./import-source.ts";

/** Nobody is let in by an address: it is told in answers, reports and logs. @throws {ImportSourceError} */
export function needNoUser(place: string): void {
  if (withoutUsers(place) === place) return;
  throw new ImportSourceError(
    `"${withoutUsers(place)}" cannot be read with a user and a password in its address. Save the file, and import that.`,
  );
}

/** A text without the users and passwords of its addresses. */
export const withoutUsers = (text: string): string =>
  text.replace(/\b(https?:[/\\]*)[^\s/\\?#"<>]*@/gi, (_all, scheme: string) => scheme);
