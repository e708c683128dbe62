import type { InitialSession, Messages } from "@porchlight/react";
import { createContext, useContext } from "react";
import { createContext as createRouterContext, RouterContextProvider } from "react-router";
import type { SiteClient } from "./client.ts";
import type { SiteSettings } from "./settings.ts";

/** What every component may ask of the site it stands in. */
export interface Site {
  readonly settings: SiteSettings;
  readonly client: SiteClient;
  /** Words of the ready-made screens where the site does not speak English. */
  readonly messages?: Messages | undefined;
  /** Who was signed in when the server made the page. */
  readonly initialSession: InitialSession;
  /** For inline data of this answer; only while rendering on the server, browsers hide it from scripts. */
  readonly nonce?: string | undefined;
}

const SiteContext = createContext<Site | undefined>(undefined);
export const SiteProvider = SiteContext.Provider;

/** The site's settings and the nonce of this answer. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("useSite must be called below SiteProvider.");
  return site;
}

/** What loaders work with: on the server made for the request, in the browser one for the page's life. */
export const clientContext = createRouterContext<SiteClient>();
/** Whether the person who asks is signed in. */
export const isMemberContext = createRouterContext<() => boolean>();

/** IANA name of the zone whose days pages mean. */
export const timeZoneContext = createRouterContext<string>("UTC");

/** Takes faults that cost a page only a part of itself, for the log. */
export const reportContext = createRouterContext<(error: unknown) => void>(() => undefined);

export interface LoaderTools {
  client: SiteClient;
  isMember(): boolean;
  timeZone?: string | undefined;
  report?(error: unknown): void;
}

/** The context loaders get, with what they work with in it. */
export function createLoaderContext({ client, isMember, timeZone, report }: LoaderTools): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(clientContext, client);
  context.set(isMemberContext, isMember);
  if (timeZone) context.set(timeZoneContext, timeZone);
  if (report) context.set(reportContext, report);
  return context;
}
