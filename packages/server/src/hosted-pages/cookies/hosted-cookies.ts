import {
  type HostedCookies,
  type HostedSessionSecrets,
  hostedSessionLifeSeconds,
} from "../../auth/sessions/hosted-session.ts";
import type { Cookies } from "./cookies.ts";

export const readHosted = (cookies: Cookies): HostedCookies => ({
  hosted: cookies.read("hosted"),
  silent: cookies.read("silent"),
});

export function writeHosted(cookies: Cookies, { token, silentToken }: HostedSessionSecrets): void {
  cookies.write("hosted", token, hostedSessionLifeSeconds);
  cookies.write("silent", silentToken, hostedSessionLifeSeconds);
}

export function removeHosted(cookies: Cookies): void {
  cookies.remove("hosted");
  cookies.remove("silent");
}
