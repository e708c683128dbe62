/** Where the browser keeps the tokens of remembered devices, by e-mail. */
const storageKey = "porchlight-devices";
/** Of more people than this the one that signed in first is forgotten. */
const maxDevices = 5;

const normalizeEmail = (email: string) => String(email).trim().toLowerCase();

/**
 * What this browser was given when this person took the second step with `rememberThisDevice`: shown to the server as
 * `clientMetaData.deviceToken` at the next sign-in, it is not asked for again. Nothing where the local storage is blocked.
 */
export function findDeviceToken(email: string): string | undefined {
  return readAll().find(([kept]) => kept === normalizeEmail(email))?.[1];
}

/** Keeps a device token for {@link findDeviceToken}, for five people at most. */
export function storeDeviceToken(email: string, deviceToken: string): void {
  const others = readAll().filter(([kept]) => kept !== normalizeEmail(email));
  try {
    const kept = [...others.slice(1 - maxDevices), [normalizeEmail(email), deviceToken]];
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // The second step is asked for again then.
  }
}

function readAll(): [email: string, deviceToken: string][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((entry): entry is [string, string] => Array.isArray(entry)) : [];
  } catch {
    return [];
  }
}
