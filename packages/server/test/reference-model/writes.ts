import { type CallerName, codeIn } from "../data/collections.ts";
import type { Link, Outcome, WriteOptions } from "./data-model.ts";
import { randomModifications } from "./patch-model.ts";
import type { Random } from "./random-items.ts";
import { optionsOf, same, type WorldServer, withoutDates, worldFields } from "./test-data-model.ts";

/** Random changes to a world, each carried out by the server and by the model, which come to the same. */

export type Act = (world: WorldServer, random: Random, caller: CallerName, name: string) => Promise<void>;

const patchPaths = ["p", "q", "r", "p.k", "q.l", "r.k.m", "one", "news", "many", "many.k", "press"];

function writeOptions(random: Random): WriteOptions {
  return {
    drafts: random.chance(0.5),
    ...(random.chance(0.25) && { condition: { filter: random.filter(1) } }),
  };
}

/** One item: inserted, saved, updated, patched or removed, under a condition or none. */
export const writeOne: Act = async (world, random, caller, name) => {
  const kind = random.pick(["insert", "insert", "insert", "save", "update", "patch", "patch", "remove"]);
  const [id, fields, { drafts = false, condition }] = [random.id(), worldFields(random), writeOptions(random)];
  const modifications = randomModifications(random, patchPaths);
  const options: WriteOptions = kind === "insert" || kind === "save" ? { drafts } : { drafts, condition };
  const [path, body, change] = (
    {
      insert: ["", { dataItem: { id, data: fields } }, () => world.insert(caller, name, id, fields)],
      save: ["/save", { dataItem: { id, data: fields } }, () => world.save(caller, name, id, fields, options)],
      update: ["/update", { dataItem: { id, data: fields } }, () => world.update(caller, name, id, fields, options)],
      patch: [
        "/patch",
        { patch: { dataItemId: id, fieldModifications: modifications } },
        () => world.patch(caller, name, id, modifications, options),
      ],
      remove: ["/remove", { dataItemId: id }, () => world.remove(caller, name, id, options)],
    } as Record<string, [string, object, () => Outcome]>
  )[kind]!;
  const { condition: sent } = options;
  const request = { dataCollectionId: name, ...body, ...(sent && { condition: sent }), ...optionsOf(drafts) };
  const answer = await world.call(caller, `items${path}`, request);
  const what = { caller, kind, request };
  const outcome = change();
  same(what, codeIn(answer), outcome.code);
  if (outcome.item) same(what, withoutDates(answer.body.dataItem.data), outcome.item);
};

/** Several at once: each is as one alone. */
export const writeMany: Act = async (world, random, caller, name) => {
  const kind = random.pick(["insert", "save", "update", "patch", "remove"] as const);
  const drafts = random.chance(0.5);
  const parts = random.times(5, () => ({
    id: random.id(),
    data: worldFields(random),
    fieldModifications: randomModifications(random, patchPaths),
  }));
  const lists = {
    patch: { patches: parts.map(({ id, fieldModifications }) => ({ dataItemId: id, fieldModifications })) },
    remove: { dataItemIds: parts.map(({ id }) => id) },
    insert: { dataItems: parts.map(({ id, data }) => ({ id, data })) },
  };
  const list = kind === "patch" || kind === "remove" ? lists[kind] : lists.insert;
  const whole = kind === "remove" ? {} : { returnEntity: true };
  const request = { dataCollectionId: name, ...list, ...whole, ...optionsOf(drafts) };
  const answer = await world.call(caller, `bulk/items/${kind}`, request);
  const what = { caller, kind, request };
  const actions = kind === "save" ? (["insert", "update"] as const) : [kind === "patch" ? "update" : kind];
  if (!actions.some((action) => world.may(caller, name, action))) return same(what, codeIn(answer), "WDE0027");
  const outcomes = parts.map(({ id, data, fieldModifications }): Outcome => {
    switch (kind) {
      case "insert":
        return world.insert(caller, name, id, data);
      case "save":
        return world.save(caller, name, id, data, { drafts });
      case "update":
        return world.update(caller, name, id, data, { drafts });
      case "patch":
        return world.patch(caller, name, id, fieldModifications, { drafts });
      default:
        return world.remove(caller, name, id, {});
    }
  });
  type Told = { itemMetadata: { error?: { code: string } }; dataItem?: { data: object } };
  const told = answer.body.results.map(({ itemMetadata, dataItem }: Told) => ({
    code: itemMetadata.error?.code,
    ...(dataItem && { item: withoutDates({ ...dataItem.data }) }),
  }));
  // Items that are removed are not told.
  const wanted = outcomes.map(({ code, item }) => ({ code, ...(kind !== "remove" && item && { item }) }));
  same(what, told, wanted);
};

/** All of a collection, now and then. */
export const truncate: Act = async (world, random, caller, name) => {
  if (random.chance(0.7)) return;
  const answer = await world.call(caller, "items/truncate", { dataCollectionId: name });
  same({ caller, kind: "truncate", name }, codeIn(answer), world.truncate(caller, name));
};

/** Drafts begun, published and taken back. */
export const publish: Act = async (world, random, caller, name) => {
  const how = random.pick(["create-draft", "publish-draft", "publish-draft", "publish-draft", "unpublish"] as const);
  const [id, copyToDraft] = [random.id(), random.chance(0.5)];
  const request = { dataCollectionId: name, dataItemId: id, ...(how === "unpublish" && { copyToDraft }) };
  const answer = await world.call(caller, `items/${how}`, request);
  const what = { caller, how, request };
  const outcome = world.publication(caller, name, id, how, copyToDraft);
  same(what, codeIn(answer), outcome.code);
  if (outcome.item) same(what, withoutDates(answer.body.dataItem.data), outcome.item);
};

/** References of fields with many: added, taken out and set. */
export const refer: Act = async (world, random, caller, name) => {
  const fields = Object.entries(world.definitionOf(name).refers).flatMap(([key, { many }]) => (many ? [key] : []));
  if (fields.length === 0) return;
  const how = random.pick(["insert", "insert", "insert", "remove", "replace"] as const);
  const drafts = random.chance(0.5);
  const [field, itemId] = [random.pick(fields), random.id()];
  const given = random.times(
    3,
    (): Link => ({
      field: how === "replace" ? field : random.pick(fields),
      itemId: how === "replace" ? itemId : random.chance(0.6) ? itemId : random.id(),
      referencedId: random.id(),
    }),
  );
  const body =
    how === "replace"
      ? {
          referringItemFieldName: field,
          referringItemId: itemId,
          newReferencedItemIds: given.map(({ referencedId }) => referencedId),
        }
      : {
          dataItemReferences: given.map((link) => ({
            referringItemFieldName: link.field,
            referringItemId: link.itemId,
            referencedItemId: link.referencedId,
          })),
        };
  const path = how === "replace" ? "items/replace-references" : `bulk/items/${how}-references`;
  const request = { dataCollectionId: name, ...body, ...optionsOf(drafts) };
  const answer = await world.call(caller, path, request);
  const replaced = how === "replace" ? { replaced: { field, itemId } } : {};
  const code = world.refer(caller, name, how, given, { drafts, ...replaced });
  same({ caller, how, request }, codeIn(answer), code);
};
