/** Local storage key of the device tokens, by email. */
const storageKey = "porchlight-devices";
/** Beyond this number the oldest entry is removed. */
const maxDevices = 5;

const normalizeEmail = (email: string) => String(email).trim().toLowerCase();

/**
 * Device token that this browser received when the member verified a second factor with `rememberThisDevice`. Sent as
 * `clientMetaData.deviceToken`, it skips the second factor. `undefined` if the local storage is blocked.
 */
export function findDeviceToken(email: string): string | undefined {
  return readAll().find(([storedEmail]) => storedEmail === normalizeEmail(email))?.[1];
}

/** Stores a device token for {@link findDeviceToken}, for at most five members. */
export function storeDeviceToken(email: string, deviceToken: string): void {
  const others = readAll().filter(([storedEmail]) => storedEmail !== normalizeEmail(email));
  try {
    const storedEmail = [...others.slice(1 - maxDevices), [normalizeEmail(email), deviceToken]];
    localStorage.setItem(storageKey, JSON.stringify(storedEmail));
  } catch {
    // Without storage the second factor is requested again.
  }
}

function readAll(): [email: string, deviceToken: string][] {
  try {
    const storedEmail: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(storedEmail)
      ? storedEmail.filter((entry): entry is [string, string] => Array.isArray(entry))
      : [];
  } catch {
    return [];
  }
}
