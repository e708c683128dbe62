import type { TextLanguage } from "../texts/keys.ts";

/** A value of a setting. `null`: off, or not set. */
export type SiteSettingValue = string | number | string[] | null;

/** Looks of the member site, with their own typography and layout. */
export const siteThemes = ["classic", "journal", "magazine", "documentation", "portfolio"] as const;
/** A look of the member site. */
export type SiteTheme = (typeof siteThemes)[number];

/** How the value of a setting is entered. */
export const siteSettingKinds = ["choice", "choices", "number", "text", "list", "image", "secret"] as const;
/** How the value of a setting is entered. */
export type SiteSettingKind = (typeof siteSettingKinds)[number];

/** A setting of the site with its value. */
export interface SiteSetting {
  /** As in the reference of the settings. */
  name: string;
  /**
   * `choice`: one of `options`; `choices`: a list of `options`; `number`: an integer from `minimum` to `maximum`;
   * `image`: the path of an image on the server.
   */
  kind: SiteSettingKind;
  /** Always `null` for a secret. */
  value: SiteSettingValue;
  /** The value of a new site. */
  defaultValue: SiteSettingValue;
  /** Whether the value differs from `null` and an empty list. For secrets, all that is shown. */
  isSet: boolean;
  /** Whether a change requires a recent authentication, because it may weaken the security of the site. */
  isDangerous: boolean;
  options?: string[];
  minimum?: number;
  maximum?: number;
}

/** All settings of the site. */
export interface SiteSettings {
  /** Changes with every change of a setting. */
  revision: string;
  settings: SiteSetting[];
}

export interface SiteSettingsResponse {
  siteSettings: SiteSettings;
}
export type UpdateSiteSettingsRequest = {
  body: {
    /** The revision that the change is based on. */
    revision: string;
    /** The new values by name. */
    values: Record<string, SiteSettingValue>;
  };
};

export type PreviewSiteSettingsRequest = {
  body: {
    /** Values that are not saved yet, by name. */
    values: Record<string, SiteSettingValue>;
    /** The page of the site. Default: the home page. */
    path?: string;
  };
};
export interface PreviewSiteSettingsResponse {
  /** Path of the page, with a signature in its query. */
  path: string;
  expiresDate: string;
}

/** The settings whose value is an image. */
export const logoSettings = ["logo", "logoDark", "icon"] as const;
/** The name of a setting whose value is an image. */
export type LogoSetting = (typeof logoSettings)[number];
export type UploadLogoRequest = {
  body: {
    name: LogoSetting;
    /** A PNG, JPEG, or WebP of at most 1 MiB, in Base64. */
    image: string;
  };
};

/** A text of the sign-in pages and the account in one language. */
export interface SiteText {
  /** `area.screen.part`. */
  key: string;
  /** An ICU message. */
  builtIn: string;
  /** The text that replaces the built-in one. */
  custom: string | null;
}

export type ListSiteTextsRequest = { params: { language: TextLanguage } };
/** All texts in one language. */
export interface ListSiteTextsResponse {
  language: TextLanguage;
  /** Languages with texts. */
  languages: TextLanguage[];
  /** The language of visitors whose own is not available. */
  defaultLanguage: TextLanguage;
  texts: SiteText[];
}

type ByKey = { params: { language: TextLanguage; key: string } };
export type SiteTextByKeyRequest = ByKey;
export type UpdateSiteTextRequest = ByKey & {
  body: {
    text: string;
    /** The custom text that the change is based on; `null` for the built-in one. Default: any. */
    basedOn?: string | null;
  };
};
export interface SiteTextResponse {
  text: SiteText;
}
