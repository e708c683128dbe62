import { type CallerName, codeIn } from "../data/collections.ts";
import type { Link, Outcome, WriteOptions } from "./data-model.ts";
import { randomModifications } from "./patch-model.ts";
import type { Random } from "./random-items.ts";
import { expectSame, modelFields, optionsOf, type TestModel, withoutDates } from "./test-data-model.ts";

/** Random changes by server and model, with equal results. */

export type Action = (model: TestModel, random: Random, caller: CallerName, name: string) => Promise<void>;

const patchPaths = ["p", "q", "r", "p.k", "q.l", "r.k.m", "one", "news", "many", "many.k", "press"];

function writeOptions(random: Random): WriteOptions {
  return {
    drafts: random.chance(0.5),
    ...(random.chance(0.25) && { condition: { filter: random.filter(1) } }),
  };
}

/** Inserts, saves, updates, patches or removes one item, optionally on condition. */
export const writeOne: Action = async (model, random, caller, name) => {
  const kind = random.pick(["insert", "insert", "insert", "save", "update", "patch", "patch", "remove"]);
  const [id, fields, { drafts = false, condition }] = [random.id(), modelFields(random), writeOptions(random)];
  const modifications = randomModifications(random, patchPaths);
  const options: WriteOptions = kind === "insert" || kind === "save" ? { drafts } : { drafts, condition };
  const [path, body, change] = (
    {
      insert: ["", { dataItem: { id, data: fields } }, () => model.insert(caller, name, id, fields)],
      save: ["/save", { dataItem: { id, data: fields } }, () => model.save(caller, name, id, fields, options)],
      update: ["/update", { dataItem: { id, data: fields } }, () => model.update(caller, name, id, fields, options)],
      patch: [
        "/patch",
        { patch: { dataItemId: id, fieldModifications: modifications } },
        () => model.patch(caller, name, id, modifications, options),
      ],
      remove: ["/remove", { dataItemId: id }, () => model.remove(caller, name, id, options)],
    } as Record<string, [string, object, () => Outcome]>
  )[kind]!;
  const { condition: sent } = options;
  const request = { dataCollectionId: name, ...body, ...(sent && { condition: sent }), ...optionsOf(drafts) };
  const response = await model.call(caller, `items${path}`, request);
  const what = { caller, kind, request };
  const outcome = change();
  expectSame(what, codeIn(response), outcome.code);
  if (outcome.item) expectSame(what, withoutDates(response.body.dataItem.data), outcome.item);
};

/** Bulk requests treat each item like a single request. */
export const writeMany: Action = async (model, random, caller, name) => {
  const kind = random.pick(["insert", "save", "update", "patch", "remove"] as const);
  const drafts = random.chance(0.5);
  const parts = random.times(5, () => ({
    id: random.id(),
    data: modelFields(random),
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
  const response = await model.call(caller, `bulk/items/${kind}`, request);
  const what = { caller, kind, request };
  const actions = kind === "save" ? (["insert", "update"] as const) : [kind === "patch" ? "update" : kind];
  if (!actions.some((action) => model.may(caller, name, action))) return expectSame(what, codeIn(response), "WDE0027");
  const outcomes = parts.map(({ id, data, fieldModifications }): Outcome => {
    switch (kind) {
      case "insert":
        return model.insert(caller, name, id, data);
      case "save":
        return model.save(caller, name, id, data, { drafts });
      case "update":
        return model.update(caller, name, id, data, { drafts });
      case "patch":
        return model.patch(caller, name, id, fieldModifications, { drafts });
      default:
        return model.remove(caller, name, id, {});
    }
  });
  type BulkResult = { itemMetadata: { error?: { code: string } }; dataItem?: { data: object } };
  const received = response.body.results.map(({ itemMetadata, dataItem }: BulkResult) => ({
    code: itemMetadata.error?.code,
    ...(dataItem && { item: withoutDates({ ...dataItem.data }) }),
  }));
  // Removed items are not returned.
  const expected = outcomes.map(({ code, item }) => ({ code, ...(kind !== "remove" && item && { item }) }));
  expectSame(what, received, expected);
};

/** Occasionally truncates a collection. */
export const truncate: Action = async (model, random, caller, name) => {
  if (random.chance(0.7)) return;
  const response = await model.call(caller, "items/truncate", { dataCollectionId: name });
  expectSame({ caller, kind: "truncate", name }, codeIn(response), model.truncate(caller, name));
};

/** Creates, publishes and unpublishes drafts. */
export const publish: Action = async (model, random, caller, name) => {
  const how = random.pick(["create-draft", "publish-draft", "publish-draft", "publish-draft", "unpublish"] as const);
  const [id, copyToDraft] = [random.id(), random.chance(0.5)];
  const request = { dataCollectionId: name, dataItemId: id, ...(how === "unpublish" && { copyToDraft }) };
  const response = await model.call(caller, `items/${how}`, request);
  const what = { caller, how, request };
  const outcome = model.publication(caller, name, id, how, copyToDraft);
  expectSame(what, codeIn(response), outcome.code);
  if (outcome.item) expectSame(what, withoutDates(response.body.dataItem.data), outcome.item);
};

/** Inserts, removes and replaces references of multi-reference fields. */
export const refer: Action = async (model, random, caller, name) => {
  const fields = Object.entries(model.definitionOf(name).refers).flatMap(([key, { many }]) => (many ? [key] : []));
  if (fields.length === 0) return;
  const how = random.pick(["insert", "insert", "insert", "remove", "replace"] as const);
  const drafts = random.chance(0.5);
  const [field, itemId] = [random.pick(fields), random.id()];
  const input = random.times(
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
          newReferencedItemIds: input.map(({ referencedId }) => referencedId),
        }
      : {
          dataItemReferences: input.map((link) => ({
            referringItemFieldName: link.field,
            referringItemId: link.itemId,
            referencedItemId: link.referencedId,
          })),
        };
  const path = how === "replace" ? "items/replace-references" : `bulk/items/${how}-references`;
  const request = { dataCollectionId: name, ...body, ...optionsOf(drafts) };
  const response = await model.call(caller, path, request);
  const replaced = how === "replace" ? { replaced: { field, itemId } } : {};
  const code = model.refer(caller, name, how, input, { drafts, ...replaced });
  expectSame({ caller, how, request }, codeIn(response), code);
};
