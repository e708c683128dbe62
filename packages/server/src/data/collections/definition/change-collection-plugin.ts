import type { CollectionPlugin, DataCollection } from "@porchlight/contract/data/collections/collection";
import type { PluginType } from "@porchlight/contract/data/collections/collection-values";
import type { Caller } from "../../../platform/context/caller.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import type { DataContext } from "../../data-context.ts";
import { requireOwner } from "../../permissions/access.ts";
import { requireCollection } from "../load-collection.ts";
import { writeDefinition } from "./write-definition.ts";

const supportedPlugins: readonly string[] = ["PUBLISH"] satisfies PluginType[];

/** Plugins that are stored and returned for other servers, without effect on this one. */
export const unsupportedPlugins = ({ plugins = [] }: Pick<DataCollection, "plugins">): string[] =>
  plugins.flatMap(({ type }) => (type && !supportedPlugins.includes(type) ? [type] : []));

/** @throws {Refusal} `WDE0027`, `WDE0025`, `PLUGIN_EXISTS`, `PLUGIN_NOT_SERVED`. */
export async function addCollectionPlugin(
  context: DataContext,
  { caller }: Requester,
  collectionId: string,
  plugin: Omit<CollectionPlugin, "type"> & { type: string },
): Promise<{ collection: DataCollection }> {
  await requireSupported(context, caller, collectionId, plugin.type);
  return writeDefinition(context, caller, collectionId, undefined, (previous) => {
    if (previous.plugins.some(({ type }) => type === plugin.type))
      throw new Refusal("PLUGIN_EXISTS", { pluginType: plugin.type });
    return { ...previous, plugins: [...previous.plugins, plugin as CollectionPlugin] };
  });
}

/** Drafts stay drafts. @throws {Refusal} `WDE0027`, `WDE0025`, `PLUGIN_NOT_FOUND`, `PLUGIN_NOT_SERVED`. */
export async function deleteCollectionPlugin(
  context: DataContext,
  { caller }: Requester,
  collectionId: string,
  pluginType: string,
): Promise<{ collection: DataCollection }> {
  await requireSupported(context, caller, collectionId, pluginType);
  return writeDefinition(context, caller, collectionId, undefined, (previous) => {
    const plugins = previous.plugins.filter(({ type }) => type !== pluginType);
    if (plugins.length === previous.plugins.length) throw new Refusal("PLUGIN_NOT_FOUND", { pluginType });
    return { ...previous, plugins };
  });
}

async function requireSupported(
  context: DataContext,
  caller: Caller,
  collectionId: string,
  pluginType: string,
): Promise<void> {
  requireOwner(caller, collectionId);
  await requireCollection(context, caller, collectionId);
  if (!supportedPlugins.includes(pluginType)) throw new Refusal("PLUGIN_NOT_SERVED", { pluginType });
}
