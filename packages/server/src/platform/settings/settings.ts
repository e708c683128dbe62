import {
  type CaptchaDemand,
  type CaptchaKind,
  type CaptchaProvider,
  captchaDemands,
  captchaKinds,
  captchaProviders,
} from "@porchlight/contract/auth/captcha/captcha";
import { type UserVerification, userVerifications } from "@porchlight/contract/auth/passkeys/passkey";
import { type PostRatings, postRatingsValues } from "@porchlight/contract/blog/reactions/rating";
import { mediaPath } from "@porchlight/contract/media/media-file";
import { type DeclaredField, declaredFieldTypes } from "@porchlight/contract/members/member";
import { type CheckoutIntent, callbackNames, checkoutIntents } from "@porchlight/contract/redirects/redirect-session";
import type { Secrets } from "../crypto/secrets.ts";
import { isSingleLine, type Language, languages } from "../i18n/texts.ts";
import { parseNavigation } from "./navigation-links.ts";
import { isTimeZone } from "./time-zone.ts";

/** Second steps that members may set up. */
const offeredTypes = ["WEBAUTHN", "TOTP", "PUSH", "SMS", "CALL", "EMAIL"] as const;

/** The site's settings, their values and what holds until the owner says otherwise. Source: operator's interface, "Site settings". */
export const settingDefinitions = {
  memberApproval: { values: ["everyone", "owner"], initial: "everyone" },
  emailVerification: { values: ["required", "off"], initial: "required" },
  passwordMinLength: { minimum: 8, maximum: 64, initial: 8 },
  hideExisting: { values: ["off", "hosted", "on"], initial: "hosted" },
  language: { values: languages, initial: "en" },
  timeZone: { zone: true, initial: "UTC" },
  secondStep: { values: ["off", "optional", "required"], initial: "optional" },
  secondStepFactors: { items: offeredTypes, initial: offeredTypes },
  riskySignIns: { values: ["off", "ask", "places"], initial: "off" },
  captcha: { values: captchaDemands, initial: "off" },
  captchaMode: { values: captchaKinds, initial: "silent" },
  captchaProvider: { values: captchaProviders, initial: "proof-of-work" },
  captchaInvisibleSiteKey: { isSecret: false, initial: "" },
  captchaInvisibleSecret: { isSecret: true, initial: "" },
  captchaVisibleSiteKey: { isSecret: false, initial: "" },
  captchaVisibleSecret: { isSecret: true, initial: "" },
  auditDays: { minimum: 30, maximum: 3650, initial: 180 },
  passkeyVerification: { values: userVerifications, initial: "preferred" },
  passkeyDomain: { domain: true, initial: "" },
  siteName: { line: true, initial: "" },
  ownerEmail: { email: true, initial: "" },
  brand: { colour: true, initial: "" },
  logo: { picture: true, initial: null },
  logoDark: { picture: true, initial: null },
  navigation: { links: true, initial: [] },
  memberFields: { fields: true, initial: [] },
  uploadMebibytes: { minimum: 1, maximum: 1024, initial: 10 },
  memberPosts: { values: ["off", "review"], initial: "off" },
  postRatings: { values: postRatingsValues, initial: "off" },
  postRevisions: { minimum: 0, maximum: 1000, initial: 50 },
  postRevisionDays: { minimum: 1, maximum: 3650, initial: 365 },
  ...checkoutSettings(),
} as const;

/** Where each kind of checkout leads: an address with places such as `{checkoutId}`, or nothing. */
type CheckoutSetting = `${CheckoutIntent}Url`;

function checkoutSettings(): Record<CheckoutSetting, { places: readonly string[]; initial: "" }> {
  const entries = Object.entries(checkoutIntents).map(([intent, told]) => [
    `${intent}Url`,
    { places: [...told, ...callbackNames], initial: "" },
  ]);
  return Object.fromEntries(entries) as ReturnType<typeof checkoutSettings>;
}

/** A picture that `keepLogo` has kept. */
export interface LogoImage {
  /** Of its file in the media folder. */
  id: string;
  /** Pixels of its own. */
  width: number;
  height: number;
}

/** The name of a setting. */
export type SettingName = keyof typeof settingDefinitions;
/** The parsed values of all settings. */
export interface SettingValues extends Record<CheckoutSetting, string> {
  memberApproval: "everyone" | "owner";
  emailVerification: "required" | "off";
  /** Characters, 8–64. */
  passwordMinLength: number;
  /** Where a sign-up keeps to itself that there is an account with this e-mail: nowhere, at the hosted pages, or in the API too. */
  hideExisting: "off" | "hosted" | "on";
  /** Of the site's pages, and of mails to whom no other is known of. Counts from a server's start. */
  language: Language;
  /** In which posts are scheduled and months counted, by its name in the IANA database. Counts from a server's start. */
  timeZone: string;
  /** Whether members have second steps, and whether all of them have to: who has set up none gets codes by mail then. */
  secondStep: "off" | "optional" | "required";
  /** Those that members may use. */
  secondStepFactors: readonly (typeof offeredTypes)[number][];
  /** Whether a sign-in unlike the member's others takes a second step, by mail, where the member has set up none. */
  riskySignIns: "off" | "ask" | "places";
  /** When sign-in, sign-up and the mailing of recovery links ask for a captcha. */
  captcha: CaptchaDemand;
  /** The least that is enough. */
  captchaMode: CaptchaKind;
  captchaProvider: CaptchaProvider;
  /** What the provider has given out for each kind; nothing with `proof-of-work`. */
  captchaInvisibleSiteKey: string;
  captchaVisibleSiteKey: string;
  /** As {@link sealSetting} writes them. */
  captchaInvisibleSecret: string;
  captchaVisibleSecret: string;
  /** Days that what happened to accounts is kept for, 30–3650. */
  auditDays: number;
  /** Whether a passkey has to make sure who uses it: always, where it can, or only where nothing else is proved. */
  passkeyVerification: UserVerification;
  /** The domain that passkeys are made for; the host of the public address where it is empty. */
  passkeyDomain: string;
  /** What the site is called at the hosted pages and in mails; what it was called when it was made where it is empty. */
  siteName: string;
  /** Where the owner is told of what needs them; the address that mails come from where it is empty. */
  ownerEmail: string;
  /** The owner's colour as `#rrggbb`; the house's own where it is empty. */
  brand: string;
  /** What stands in the place of the site's name, and what does in the dark; nothing without one. */
  logo: LogoImage | null;
  logoDark: LogoImage | null;
  /** Links in the head of the site's pages, each as `label:/path`: see {@link siteLinks}. */
  navigation: readonly string[];
  /** Custom fields that members are asked for, each as `name:type`: see {@link declaredFields}. */
  memberFields: readonly string[];
  /** The largest file that may be uploaded, 1–1024; images have 10 at most. */
  uploadMebibytes: number;
  /** Whether members may write posts, which an editor reviews before they are published. */
  memberPosts: "off" | "review";
  /** Who gives posts stars. The member site follows from its next start. */
  postRatings: PostRatings;
  /** Versions that are kept of each post, 0–1000, and days that they are kept for, 1–3650. */
  postRevisions: number;
  postRevisionDays: number;
}

export const initialSettings = Object.fromEntries(
  Object.entries(settingDefinitions).map(([name, { initial }]) => [name, initial]),
) as unknown as SettingValues;

/** One sentence on why a setting was refused. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/** @throws {SettingError} when there is no such setting. */
export function parseSettingName(name: string): SettingName {
  if (Object.hasOwn(settingDefinitions, name)) return name as SettingName;
  throw new SettingError(`There is no setting "${name}". There are: ${Object.keys(settingDefinitions).join(", ")}.`);
}

/** @throws {SettingError} when `text` is not a value of the setting. */
export function parseSetting(name: SettingName, text: string): SettingValues[SettingName] {
  const definition = settingDefinitions[name];
  if ("values" in definition) {
    const value = definition.values.find((candidate) => candidate === text);
    if (value !== undefined) return value;
    throw new SettingError(`"${name}" is one of: ${definition.values.join(", ")}.`);
  }
  if ("items" in definition) return parseItems(name, text, definition.items);
  if ("zone" in definition) return parseTimeZone(name, text.trim());
  if ("line" in definition) return text === "off" ? "" : parseLine(name, text);
  if ("email" in definition) return text === "off" ? "" : parseEmail(name, text);
  if ("colour" in definition) return text === "off" ? "" : parseColour(name, text);
  if ("picture" in definition) return parseNoPicture(name, text);
  if ("links" in definition) return text === "off" ? [] : parseLinks(name, text);
  if ("fields" in definition) return text === "off" ? [] : parseFields(name, text);
  if ("domain" in definition) return text === "off" ? "" : parseDomain(name, text);
  if ("places" in definition) return text === "off" ? "" : parseTemplate(name, text, definition.places);
  if ("isSecret" in definition) return text === "off" ? "" : parseKey(name, text);
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= definition.minimum && number <= definition.maximum) return number;
  throw new SettingError(`"${name}" is a whole number from ${definition.minimum} to ${definition.maximum}.`);
}

const lineMaxLength = 100;

function parseLine(name: SettingName, text: string): string {
  const line = text.trim();
  if (isSingleLine(line, lineMaxLength)) return line;
  throw new SettingError(`"${name}" has 1 to ${lineMaxLength} characters on one line, or is off.`);
}

function parseTimeZone(name: SettingName, text: string): string {
  if (isTimeZone(text)) return text;
  throw new SettingError(`"${name}" is the name of a time zone, like Europe/Paris or UTC.`);
}

function parseEmail(name: SettingName, text: string): string {
  const email = text.trim();
  if (email.length <= 254 && /^[^\s@<>",;\p{Cc}]+@[^\s@<>",;\p{Cc}]+$/u.test(email)) return email;
  throw new SettingError(`"${name}" is an e-mail, or off.`);
}

function parseColour(name: SettingName, text: string): string {
  const [, short, long] = /^#?(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(text) ?? [];
  if (long) return `#${long.toLowerCase()}`;
  if (short) return `#${short.toLowerCase().replace(/./g, "$&$&")}`;
  throw new SettingError(`"${name}" is a colour like #3346c9, or off.`);
}

/** A picture is no text: it comes from `keepLogo`. */
function parseNoPicture(name: SettingName, text: string): null {
  if (text === "off") return null;
  throw new SettingError(`"${name}" is the path of a PNG, JPEG or WebP, or off.`);
}

/** Whether the setting is a picture, and its text the path of one, unless it is `off`. */
export function isLogoSetting(name: SettingName): name is "logo" | "logoDark" {
  return "picture" in settingDefinitions[name];
}

function parseKey(name: SettingName, text: string): string {
  if (/^[\x21-\x7e]{1,500}$/.test(text)) return text;
  throw new SettingError(`"${name}" is the key as the provider shows it, without spaces, or off.`);
}

/** Whether nobody but this server is to read the setting. */
function isSecret(name: SettingName): boolean {
  const definition = settingDefinitions[name];
  return "isSecret" in definition && definition.isSecret;
}

/** A value as it is kept: secrets encrypted. */
export function sealSetting<Value extends SettingValues[SettingName]>(
  secrets: Secrets,
  name: SettingName,
  value: Value,
): Value | string {
  if (!isSecret(name) || typeof value !== "string" || value === "") return value;
  return secrets.seal(value).toString("base64");
}

/** A value as the owner is shown it, which is as it is written; of secrets, whether there is one. */
export function displaySetting<Name extends SettingName>(
  name: Name,
  value: SettingValues[Name],
): Exclude<SettingValues[SettingName], LogoImage | null> {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "off";
  if (typeof value === "object" && "id" in value) return `${mediaPath}${value.id}`;
  return isSecret(name) ? "set" : value;
}

function parseDomain(name: SettingName, text: string): string {
  const domain = text.toLowerCase();
  const url = URL.parse(`https://${domain}/`);
  // A host that URL parsing changes, such as `0x7f.1`, is a number; numbers are no domains.
  if (
    url?.host === domain &&
    domain.length <= 253 &&
    /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(domain) &&
    !/\d$/.test(domain)
  )
    return domain;
  throw new SettingError(`"${name}" is a domain without https:// and path, like example.com, or off.`);
}

/** Longer addresses are cut by programs on the way. */
const templateMaxLength = 2000;

function parseItems<Item extends string>(name: SettingName, text: string, items: readonly Item[]): readonly Item[] {
  const words = text
    .toUpperCase()
    .split(",")
    .map((word) => word.trim());
  const chosen = items.filter((item) => words.includes(item));
  if (words.every((word) => items.some((item) => item === word))) return chosen;
  throw new SettingError(`"${name}" is a list with commas, of: ${items.join(", ")}.`);
}

function parseTemplate(name: SettingName, text: string, places: readonly string[]): string {
  const unknown = [...text.matchAll(/\{([^}]*)\}?/g)].find(
    ([place]) => !places.some((known) => place === `{${known}}`),
  );
  if (unknown) {
    const known = places.map((place) => `{${place}}`).join(" ");
    throw new SettingError(`"${name}" has no place ${unknown[0]}. It takes: ${known}.`);
  }
  const url = URL.parse(text.replace(/\{\w+\}/g, "x"));
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(text)?.[0];
  const isLoopback = url?.protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (
    url &&
    origin &&
    text.length <= templateMaxLength &&
    // What a URL's parser passes over would get into what is made from the template.
    !/[\s\p{Cc}]/u.test(text) &&
    !origin.includes("{") &&
    !url.username &&
    !url.password &&
    (url.protocol === "https:" || isLoopback)
  )
    return text;
  throw new SettingError(
    `"${name}" is a full https address, like https://shop.example/checkout?id=${places[0] ? `{${places[0]}}` : ""}, or off.`,
  );
}

function parseLinks(name: SettingName, text: string): readonly string[] {
  const links = parseNavigation(text);
  if (links) return links;
  throw new SettingError(
    `"${name}" is a list of up to 8 links, each a label of up to 40 characters and a path of the site, like "Tools:/collections/Tools, About:/blog/about", or off.`,
  );
}

const maxFields = 50;

/** The list as it is kept: `Company:text`. Names may have any sign but a comma; the last colon ends them. */
function parseFields(name: SettingName, text: string): readonly string[] {
  const fields = text.split(",").map((field) => {
    const colon = field.lastIndexOf(":");
    return {
      name: field.slice(0, Math.max(colon, 0)).trim(),
      type: field
        .slice(colon + 1)
        .trim()
        .toLowerCase(),
    };
  });
  const isWhole = fields.every(
    (field) =>
      field.name !== "" &&
      field.name.length <= 100 &&
      !/\p{Cc}/u.test(field.name) &&
      declaredFieldTypes.some((type) => type.toLowerCase() === field.type),
  );
  if (!isWhole)
    throw new SettingError(
      `"${name}" is a list of names of up to 100 characters with text, number or date, like "Company:text, Birthday:date", or off.`,
    );
  if (new Set(fields.map((field) => field.name)).size < fields.length)
    throw new SettingError(`"${name}" names a field twice.`);
  if (fields.length > maxFields) throw new SettingError(`"${name}" has ${maxFields} fields at most.`);
  return fields.map((field) => `${field.name}:${field.type}`);
}

/** The fields of the setting `memberFields`, in the owner's order. */
export function declaredFields({ memberFields }: SettingValues): DeclaredField[] {
  return memberFields.map((field) => {
    const colon = field.lastIndexOf(":");
    return { name: field.slice(0, colon), type: field.slice(colon + 1).toUpperCase() as DeclaredField["type"] };
  });
}
