import type { CollectionPlugin, DataCollection } from "@porchlight/contract/data/collections/collection";
import type { PluginType } from "@porchlight/contract/data/collections/collection-values";
import type { Caller } from "../../../platform/context/caller.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import type { DataContext } from "../../data-context.ts";
import { needOwner } from "../../permissions/access.ts";
import { knownCollection } from "../load-collection.ts";
import { writeDefinition } from "./write-definition.ts";

/** What this server does anything for. */
const served: readonly string[] = ["PUBLISH"] satisfies PluginType[];

/** What is kept of a definition and told, so that it can be taken elsewhere, and has no effect here. */
export const idlePlugins = ({ plugins = [] }: Pick<DataCollection, "plugins">): string[] =>
  plugins.flatMap(({ type }) => (type && !served.includes(type) ? [type] : []));

/** @throws {Refusal} `WDE0027`, `WDE0025`, `PLUGIN_EXISTS`, `PLUGIN_NOT_SERVED`. */
export async function addCollectionPlugin(
  context: DataContext,
  { caller }: Requester,
  collectionId: string,
  plugin: Omit<CollectionPlugin, "type"> & { type: string },
): Promise<{ collection: DataCollection }> {
  await needServed(context, caller, collectionId, plugin.type);
  return writeDefinition(context, caller, collectionId, undefined, (former) => {
    if (former.plugins.some(({ type }) => type === plugin.type))
      throw new Refusal("PLUGIN_EXISTS", { pluginType: plugin.type });
    return { ...former, plugins: [...former.plugins, plugin as CollectionPlugin] };
  });
}

/** Items that wait to be published go on waiting. @throws {Refusal} `WDE0027`, `WDE0025`, `PLUGIN_NOT_FOUND`, `PLUGIN_NOT_SERVED`. */
export async function deleteCollectionPlugin(
  context: DataContext,
  { caller }: Requester,
  collectionId: string,
  pluginType: string,
): Promise<{ collection: DataCollection }> {
  await needServed(context, caller, collectionId, pluginType);
  return writeDefinition(context, caller, collectionId, undefined, (former) => {
    const plugins = former.plugins.filter(({ type }) => type !== pluginType);
    if (plugins.length === former.plugins.length) throw new Refusal("PLUGIN_NOT_FOUND", { pluginType });
    return { ...former, plugins };
  });
}

async function needServed(
  context: DataContext,
  caller: Caller,
  collectionId: string,
  pluginType: string,
): Promise<void> {
  needOwner(caller, collectionId);
  await knownCollection(context, caller, collectionId);
  if (!served.includes(pluginType)) throw new Refusal("PLUGIN_NOT_SERVED", { pluginType });
}
