import * as z from "zod";
import { trustedDeviceTtlMs } from "../../auth/mfa/trusted-devices/trusted-devices.ts";
import { parseEmailAddress } from "../../members/email-address.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { Cookies } from "./cookies.ts";
import { readSealed, writeSealed } from "./sealed-cookie.ts";

const devicesSchema = z.array(z.object({ email: z.string(), deviceToken: z.string() }));
/** Beyond this number, the oldest entry is dropped. */
const maxPeople = 5;

/** The device token of this person, if they trust this browser. */
export function readTrustedDevice(context: ServerContext, cookies: Cookies, typedEmail: string): string | undefined {
  const email = parseEmailAddress(typedEmail)?.key;
  return readDevices(context, cookies).find((device) => device.email === email)?.deviceToken;
}

/** Stores a device token for {@link readTrustedDevice}. */
export function storeTrustedDevice(
  context: ServerContext,
  cookies: Cookies,
  typedEmail: string,
  deviceToken: string,
): void {
  const email = parseEmailAddress(typedEmail)?.key;
  if (email === undefined) return;
  const others = readDevices(context, cookies).filter((device) => device.email !== email);
  const devices = [...others.slice(1 - maxPeople), { email, deviceToken }];
  writeSealed(context, cookies, "devices", devices, trustedDeviceTtlMs / 1_000);
}

const readDevices = (context: ServerContext, cookies: Cookies) =>
  readSealed(context, cookies, "devices", devicesSchema) ?? [];
