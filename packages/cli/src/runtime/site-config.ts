import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { dataHooks } from "@porchlight/contract/data/hooks/data-hook";
import type { SiteHooks } from "@porchlight/server";
import type { DefinedCollection } from "@porchlight/server/operations";
import { Failure } from "./errors/failure.ts";

const names = ["porchlight.config.ts", "porchlight.config.mjs", "porchlight.config.js"] as const;

/** A site's configuration module; empty without one. */
export interface SiteConfig {
  hooks?: SiteHooks;
  collections?: readonly DefinedCollection[];
  /** File name of the module. */
  file?: string;
}

const supportedKeys = ["hooks", "collections"];

/**
 * Loads `porchlight.config.ts` (or `.mjs`, `.js`) of a folder.
 *
 * @throws {Failure} if it cannot be loaded, or contains something that this version does not support.
 */
export async function loadSiteConfig(folder: string): Promise<SiteConfig> {
  const name = names.find((candidate) => existsSync(path.join(folder, candidate)));
  if (name === undefined) return {};
  const exported: { default?: unknown } = await import(pathToFileURL(path.join(folder, name)).href).catch(
    (cause: unknown) => {
      throw new Failure(`"${name}" cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    },
  );
  return readSiteConfig(name, exported.default);
}

async function readSiteConfig(name: string, value: unknown): Promise<SiteConfig> {
  const fail = (reason: string): never => {
    throw new Failure(`"${name}" ${reason}.`);
  };
  if (!isObject(value)) return fail("has no default export of defineSite({ … })");
  const unknown = Object.keys(value).find((key) => !supportedKeys.includes(key));
  if (unknown !== undefined)
    fail(`says "${unknown}", which this version does not know. There is: ${supportedKeys.join(", ")}`);
  const { hooks, collections } = value;
  const config: SiteConfig = { file: name };
  if (collections !== undefined)
    config.collections = (await import("./defined-collections.ts")).readCollections(name, collections);
  if (hooks === undefined) return config;
  if (!isObject(hooks)) return fail("has hooks that are no object of collections");
  for (const [collectionId, functions] of Object.entries(hooks)) {
    if (!isObject(functions)) return fail(`has hooks of "${collectionId}" that are no object of functions`);
    for (const [hook, call] of Object.entries(functions)) {
      if (!dataHooks.some((name) => name === hook))
        fail(`has a hook "${hook}" of "${collectionId}", which there is not. There are: ${dataHooks.join(", ")}`);
      if (call !== undefined && typeof call !== "function")
        fail(`has a hook "${hook}" of "${collectionId}" that is no function`);
    }
  }
  return { ...config, hooks: hooks as SiteHooks };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
