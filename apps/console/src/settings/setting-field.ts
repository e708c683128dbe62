import type { LogoSetting, SiteSetting, SiteSettingValue } from "@porchlight/client/site";
import type { ReactNode } from "react";

/** The option of a setting. */
export interface SettingOption {
  label: string;
  hint?: string;
}

/** How a setting is shown in a form. */
export interface SettingField {
  name: string;
  label: string;
  /** What it does, in one sentence. */
  hint?: string;
  /** Says what to enter when the server rejects the value. */
  invalid?: string;
  /** The options of a choice, by value. Others are shown as they are. */
  options?: Readonly<Record<string, SettingOption>>;
  placeholder?: string;
  /** Whether the setting applies with these values. Default: always. */
  isShown?: (readValue: (name: string) => SiteSettingValue) => boolean;
  /** Replaces the control of the setting's kind. */
  render?: (control: SettingControlProps) => ReactNode;
}

/** What the control of a setting gets. */
export interface SettingControlProps {
  field: SettingField;
  setting: SiteSetting;
  /** The entered or else the stored value. */
  value: SiteSettingValue;
  /** Whether the value is entered, not stored. */
  isChanged: boolean;
  error: string | undefined;
  onChange(value: SiteSettingValue): void;
  onUpload(name: LogoSetting, file: Blob): Promise<unknown>;
}

/** A block of settings that are saved together. */
export interface SettingSection {
  title: string;
  /** What these settings do, in one sentence. */
  description: string;
  fields: readonly SettingField[];
  /** A note on the entered values. */
  note?: (readValue: (name: string) => SiteSettingValue) => string | undefined;
}

/** A page of settings. */
export interface SettingPage {
  /** Below `/settings`. */
  path: string;
  title: string;
  description: string;
  blocks: readonly SettingSection[];
}
