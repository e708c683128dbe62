import {
  type CaptchaDemand,
  type CaptchaKind,
  type CaptchaProvider,
  captchaDemands,
  captchaKinds,
  captchaProviders,
} from "@porchlight/contract/auth/captcha/captcha";
import { enrollableFactorTypes } from "@porchlight/contract/auth/mfa/factor";
import { type UserVerification, userVerifications } from "@porchlight/contract/auth/passkeys/passkey";
import { type PostRatings, postRatingsValues } from "@porchlight/contract/blog/reactions/rating";
import { mediaPath } from "@porchlight/contract/media/media-file";
import { type DeclaredField, declaredFieldTypes } from "@porchlight/contract/members/member";
import { type CheckoutIntent, callbackNames, checkoutIntents } from "@porchlight/contract/redirects/redirect-session";
import type { Secrets } from "../crypto/secrets.ts";
import { isSingleLine, type Language, languages } from "../i18n/texts.ts";
import { parseNavigation } from "./navigation-links.ts";
import { isTimeZone } from "./time-zone.ts";

/** Settings with their possible and initial values. Source: operator's interface, "Site settings". */
export const settingDefinitions = {
  memberApproval: { values: ["everyone", "owner"], initial: "everyone" },
  emailVerification: { values: ["required", "off"], initial: "required" },
  passwordMinLength: { minimum: 8, maximum: 64, initial: 8 },
  hideExisting: { values: ["off", "hosted", "on"], initial: "hosted" },
  language: { values: languages, initial: "en" },
  timeZone: { zone: true, initial: "UTC" },
  secondStep: { values: ["off", "optional", "required"], initial: "optional" },
  secondStepFactors: { items: enrollableFactorTypes, initial: enrollableFactorTypes },
  riskySignIns: { values: ["off", "ask"], initial: "off" },
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
  brand: { color: true, initial: "" },
  logo: { image: true, initial: null },
  logoDark: { image: true, initial: null },
  navigation: { links: true, initial: [] },
  memberFields: { fields: true, initial: [] },
  uploadMebibytes: { minimum: 1, maximum: 1024, initial: 10 },
  memberPosts: { values: ["off", "review"], initial: "off" },
  postRatings: { values: postRatingsValues, initial: "off" },
  postRevisions: { minimum: 0, maximum: 1000, initial: 50 },
  postRevisionDays: { minimum: 1, maximum: 3650, initial: 365 },
  ...checkoutSettings(),
} as const;

/** URL of each kind of checkout with placeholders such as `{checkoutId}`, or empty. */
type CheckoutSetting = `${CheckoutIntent}Url`;

function checkoutSettings(): Record<CheckoutSetting, { placeholders: readonly string[]; initial: "" }> {
  const entries = Object.entries(checkoutIntents).map(([intent, names]) => [
    `${intent}Url`,
    { placeholders: [...names, ...callbackNames], initial: "" },
  ]);
  return Object.fromEntries(entries) as ReturnType<typeof checkoutSettings>;
}

/** An image stored by `uploadLogo`. */
export interface LogoImage {
  /** Id in the media store. */
  id: string;
  /** Pixels. */
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
  /** Where sign-up hides that an account with this email exists: nowhere, on the hosted pages, or also in the API. */
  hideExisting: "off" | "hosted" | "on";
  /** Default language of pages and emails. Read when a server starts. */
  language: Language;
  /** IANA name of the time zone for schedules and monthly archives. Read when a server starts. */
  timeZone: string;
  /** Whether MFA is available or required. If required, members without a factor get codes by email. */
  secondStep: "off" | "optional" | "required";
  /** Factors that members may use. */
  secondStepFactors: readonly (typeof enrollableFactorTypes)[number][];
  /** Whether an unrecognized sign-in of a member without factors requires a code by email. */
  riskySignIns: "off" | "ask";
  /** When sign-in, sign-up and password recovery require a captcha. */
  captcha: CaptchaDemand;
  /** Minimum kind that is accepted. */
  captchaMode: CaptchaKind;
  captchaProvider: CaptchaProvider;
  /** Keys of the provider for each kind; empty for `proof-of-work`. */
  captchaInvisibleSiteKey: string;
  captchaVisibleSiteKey: string;
  /** Encrypted by {@link sealSetting}. */
  captchaInvisibleSecret: string;
  captchaVisibleSecret: string;
  /** Days that audit events are retained, 30–3650. */
  auditDays: number;
  /** User verification of passkeys. */
  passkeyVerification: UserVerification;
  /** Relying party id of passkeys; if empty, the host of the public URL. */
  passkeyDomain: string;
  /** Name of the site on hosted pages and in emails; if empty, its original name. */
  siteName: string;
  /** Recipient of notifications for the owner; if empty, the sender of emails. */
  ownerEmail: string;
  /** Brand color as `#rrggbb`; if empty, the default one. */
  brand: string;
  /** Images that replace the site's name, on light and dark pages. */
  logo: LogoImage | null;
  logoDark: LogoImage | null;
  /** Links in the page header, each as `label:/path`: see {@link navigationLinks}. */
  navigation: readonly string[];
  /** Custom fields of members, each as `name:type`: see {@link declaredFields}. */
  memberFields: readonly string[];
  /** Maximum size of uploads, 1–1024; at most 10 for images. */
  uploadMebibytes: number;
  /** Whether members may write posts, which an editor reviews before they are published. */
  memberPosts: "off" | "review";
  /** Who may rate posts. Read when the member site starts. */
  postRatings: PostRatings;
  /** Retained versions of each post, 0–1000, and their retention in days, 1–3650. */
  postRevisions: number;
  postRevisionDays: number;
}

export const initialSettings = Object.fromEntries(
  Object.entries(settingDefinitions).map(([name, { initial }]) => [name, initial]),
) as unknown as SettingValues;

/** An invalid setting. The message is one sentence. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/** @throws {SettingError} for an unknown setting. */
export function parseSettingName(name: string): SettingName {
  if (Object.hasOwn(settingDefinitions, name)) return name as SettingName;
  throw new SettingError(`There is no setting "${name}". There are: ${Object.keys(settingDefinitions).join(", ")}.`);
}

/** @throws {SettingError} if `text` is not a valid value. */
export function parseSetting(name: SettingName, text: string): SettingValues[SettingName] {
  const definition = settingDefinitions[name];
  if ("values" in definition) {
    const value = definition.values.find((candidate) => candidate === text);
    if (value !== undefined) return value;
    throw new SettingError(`"${name}" must be one of: ${definition.values.join(", ")}.`);
  }
  if ("items" in definition) return parseItems(name, text, definition.items);
  if ("zone" in definition) return parseTimeZone(name, text.trim());
  if ("line" in definition) return text === "off" ? "" : parseLine(name, text);
  if ("email" in definition) return text === "off" ? "" : parseEmail(name, text);
  if ("color" in definition) return text === "off" ? "" : parseColor(name, text);
  if ("image" in definition) return parseImage(name, text);
  if ("links" in definition) return text === "off" ? [] : parseLinks(name, text);
  if ("fields" in definition) return text === "off" ? [] : parseFields(name, text);
  if ("domain" in definition) return text === "off" ? "" : parseDomain(name, text);
  if ("placeholders" in definition) return text === "off" ? "" : parseTemplate(name, text, definition.placeholders);
  if ("isSecret" in definition) return text === "off" ? "" : parseKey(name, text);
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= definition.minimum && number <= definition.maximum) return number;
  throw new SettingError(`"${name}" must be an integer from ${definition.minimum} to ${definition.maximum}.`);
}

const maxLineLength = 100;

function parseLine(name: SettingName, text: string): string {
  const line = text.trim();
  if (isSingleLine(line, maxLineLength)) return line;
  throw new SettingError(`"${name}" must have 1 to ${maxLineLength} characters on one line, or be off.`);
}

function parseTimeZone(name: SettingName, text: string): string {
  if (isTimeZone(text)) return text;
  throw new SettingError(`"${name}" must be the name of a time zone, such as Europe/Paris or UTC.`);
}

function parseEmail(name: SettingName, text: string): string {
  const email = text.trim();
  if (email.length <= 254 && /^[^\s@<>",;\p{Cc}]+@[^\s@<>",;\p{Cc}]+$/u.test(email)) return email;
  throw new SettingError(`"${name}" must be an email address, or off.`);
}

function parseColor(name: SettingName, text: string): string {
  const [, short, long] = /^#?(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(text) ?? [];
  if (long) return `#${long.toLowerCase()}`;
  if (short) return `#${short.toLowerCase().replace(/./g, "$&$&")}`;
  throw new SettingError(`"${name}" must be a color such as #3346c9, or off.`);
}

/** Images are set by `uploadLogo`. */
function parseImage(name: SettingName, text: string): null {
  if (text === "off") return null;
  throw new SettingError(`"${name}" must be the path of a PNG, JPEG or WebP, or off.`);
}

/** Whether the setting is an image, which is set by its path or `off`. */
export function isLogoSetting(name: SettingName): name is "logo" | "logoDark" {
  return "image" in settingDefinitions[name];
}

function parseKey(name: SettingName, text: string): string {
  if (/^[\x21-\x7e]{1,500}$/.test(text)) return text;
  throw new SettingError(`"${name}" must be the key of the provider, without spaces, or off.`);
}

function isSecret(name: SettingName): boolean {
  const definition = settingDefinitions[name];
  return "isSecret" in definition && definition.isSecret;
}

/** Encrypts secret settings for storage. */
export function sealSetting<Value extends SettingValues[SettingName]>(
  secrets: Secrets,
  name: SettingName,
  value: Value,
): Value | string {
  if (!isSecret(name) || typeof value !== "string" || value === "") return value;
  return secrets.seal(value).toString("base64");
}

/** Formats a value for the owner. Of secrets, only whether they are set. */
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
  // URL parsing changes numeric hosts such as `0x7f.1`, which are not domains.
  if (
    url?.host === domain &&
    domain.length <= 253 &&
    /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(domain) &&
    !/\d$/.test(domain)
  )
    return domain;
  throw new SettingError(`"${name}" must be a domain without https:// and path, such as example.com, or off.`);
}

/** Some clients and proxies reject longer URLs. */
const maxTemplateLength = 2000;

function parseItems<Item extends string>(name: SettingName, text: string, items: readonly Item[]): readonly Item[] {
  const names = text
    .toUpperCase()
    .split(",")
    .map((item) => item.trim());
  const chosen = items.filter((item) => names.includes(item));
  if (names.every((name) => items.some((item) => item === name))) return chosen;
  throw new SettingError(`"${name}" must be a comma-separated list of: ${items.join(", ")}.`);
}

function parseTemplate(name: SettingName, text: string, placeholders: readonly string[]): string {
  const unknown = [...text.matchAll(/\{([^}]*)\}?/g)].find(
    ([match]) => !placeholders.some((placeholder) => match === `{${placeholder}}`),
  );
  if (unknown) {
    const allowed = placeholders.map((placeholder) => `{${placeholder}}`).join(" ");
    throw new SettingError(`"${name}" has no placeholder ${unknown[0]}. Allowed are: ${allowed}.`);
  }
  const url = URL.parse(text.replace(/\{\w+\}/g, "x"));
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(text)?.[0];
  const isLoopback = url?.protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (
    url &&
    origin &&
    text.length <= maxTemplateLength &&
    // The URL parser ignores these characters, but they would end up in the resulting URL.
    !/[\s\p{Cc}]/u.test(text) &&
    !origin.includes("{") &&
    !url.username &&
    !url.password &&
    (url.protocol === "https:" || isLoopback)
  )
    return text;
  throw new SettingError(
    `"${name}" must be a full https URL, such as https://shop.example/checkout?id=${placeholders[0] ? `{${placeholders[0]}}` : ""}, or off.`,
  );
}

function parseLinks(name: SettingName, text: string): readonly string[] {
  const links = parseNavigation(text);
  if (links) return links;
  throw new SettingError(
    `"${name}" must be a list of up to 8 links, each a label of up to 40 characters and a path of the site, such as "Tools:/collections/Tools, About:/blog/about", or off.`,
  );
}

const maxFields = 50;

/** Parses a list such as `Company:text`. Names may contain any character except a comma, and end at the last colon. */
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
  const isValid = fields.every(
    (field) =>
      field.name !== "" &&
      field.name.length <= 100 &&
      !/\p{Cc}/u.test(field.name) &&
      declaredFieldTypes.some((type) => type.toLowerCase() === field.type),
  );
  if (!isValid)
    throw new SettingError(
      `"${name}" must be a list of names of up to 100 characters with text, number or date, such as "Company:text, Birthday:date", or off.`,
    );
  if (new Set(fields.map((field) => field.name)).size < fields.length)
    throw new SettingError(`"${name}" contains a field twice.`);
  if (fields.length > maxFields) throw new SettingError(`"${name}" can have at most ${maxFields} fields.`);
  return fields.map((field) => `${field.name}:${field.type}`);
}

/** Returns the fields of the setting `memberFields`, in order. */
export function declaredFields({ memberFields }: SettingValues): DeclaredField[] {
  return memberFields.map((field) => {
    const colon = field.lastIndexOf(":");
    return { name: field.slice(0, colon), type: field.slice(colon + 1).toUpperCase() as DeclaredField["type"] };
  });
}
