import * as z from "zod";
import { rememberedLifeMs } from "../../auth/mfa/trusted-devices/trusted-devices.ts";
import { parseEmailAddress } from "../../members/email-address.ts";
import type { ServerContext } from "../../platform/context/server-context.ts";
import type { Cookies } from "./cookies.ts";
import { readSealed, writeSealed } from "./sealed-cookie.ts";

const devicesSchema = z.array(z.object({ email: z.string(), deviceToken: z.string() }));
/** Of more people than this the one that signed in first is forgotten. */
const mostRemembered = 5;

/** What this browser was given when this person took the second step here and was not to be asked again. */
export function rememberedDevice(context: ServerContext, cookies: Cookies, typedEmail: string): string | undefined {
  const email = parseEmailAddress(typedEmail)?.key;
  return readDevices(context, cookies).find((kept) => kept.email === email)?.deviceToken;
}

/** Keeps a device token for {@link rememberedDevice}, for five people at most. */
export function keepDevice(context: ServerContext, cookies: Cookies, typedEmail: string, deviceToken: string): void {
  const email = parseEmailAddress(typedEmail)?.key;
  if (email === undefined) return;
  const others = readDevices(context, cookies).filter((kept) => kept.email !== email);
  const devices = [...others.slice(1 - mostRemembered), { email, deviceToken }];
  writeSealed(context, cookies, "devices", devices, rememberedLifeMs / 1_000);
}

const readDevices = (context: ServerContext, cookies: Cookies) =>
  readSealed(context, cookies, "devices", devicesSchema) ?? [];
