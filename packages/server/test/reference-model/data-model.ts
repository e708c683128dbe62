import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { CallerName, Levels } from "../data/collections.ts";
import { type ModelItem, meets, type ReadValue, valueAt } from "./item-model.ts";
import { type Modification, patched } from "./patch-model.ts";

/**
 * Collections that refer to each other, with drafts and with permissions, said once more in plain JavaScript: the server is compared with
 * it. It shares nothing with the server but the words of the contract.
 */

export type Fields = Record<string, unknown>;

export interface Held {
  id: string;
  owner: string;
  data: Fields;
  draft?: Fields | undefined;
  published: boolean;
}

/** One reference of a field with many, in the order in which they were added. */
export interface Link {
  field: string;
  itemId: string;
  referencedId: string;
}

export interface Definition {
  levels: Levels;
  /** Whether new items are published when somebody does so. */
  drafts?: boolean;
  /** Fields that refer to items of another collection. */
  refers: Readonly<Record<string, { to: string; many: boolean }>>;
  /** Fields of other types than any. */
  fields?: readonly CollectionField[];
}

/** What became of one item, with a code when it was refused. */
export interface Outcome {
  item?: ModelItem | undefined;
  code?: string | undefined;
}

export interface WriteOptions {
  /** Whether drafts are asked for. */
  drafts?: boolean | undefined;
  condition?: { filter: Record<string, unknown> } | undefined;
}

export type Action = keyof Levels;
const ranks: Record<CallerName, number> = { visitor: 0, ada: 1, bob: 1, reader: 0, editor: 3, owner: 4 };
const needed = { ANYONE: 0, SITE_MEMBER: 1, SITE_MEMBER_AUTHOR: 1, CMS_EDITOR: 3, PRIVILEGED: 4 };
const systemNames = ["_id", "_owner", "_createdDate", "_updatedDate"];

export type World = ReturnType<typeof createWorld>;

export function createWorld(
  definitions: Readonly<Record<string, Definition>>,
  ownerIds: Readonly<Record<CallerName, string>>,
) {
  const names = Object.keys(definitions);
  const items = new Map(names.map((name) => [name, new Map<string, Held>()]));
  const links = new Map(names.map((name) => [name, [] as Link[]]));
  const definitionOf = (name: string): Definition => definitions[name]!;
  const itemsOf = (name: string) => items.get(name)!;
  const linksOf = (name: string) => links.get(name)!;
  const isEditor = (caller: CallerName) => ranks[caller] >= 3;

  /** Whether the caller may do so with any item, or with this one. */
  function may(caller: CallerName, name: string, action: Action, held?: Held): boolean {
    if (caller === "reader" && action === "read") return true;
    const level = definitionOf(name).levels[action];
    if (ranks[caller] < needed[level]) return false;
    return level !== "SITE_MEMBER_AUTHOR" || ranks[caller] > 1 || !held || held.owner === ownerIds[caller];
  }
  /** Whom the wish for drafts counts of. */
  const draftsFor = (caller: CallerName, asked = false): boolean => asked && (isEditor(caller) || caller === "reader");
  const sees = (caller: CallerName, name: string, held: Held, drafts: boolean): boolean =>
    (held.published || drafts) && may(caller, name, "read", held);
  const seen = (caller: CallerName, name: string, id: unknown, drafts: boolean): Held | undefined => {
    const held = typeof id === "string" ? itemsOf(name).get(id) : undefined;
    return held && sees(caller, name, held, drafts) ? held : undefined;
  };
  /** As filters, sorts and searches go by it. */
  const plain = ({ id, owner, data }: Held): ModelItem => ({ _id: id, _owner: owner, ...data });
  const told = (held: Held, drafts: boolean): ModelItem =>
    plain({ ...held, data: (drafts ? held.draft : undefined) ?? held.data });

  /** What names mean in a collection, for this caller. */
  function read(caller: CallerName, name: string, drafts: boolean): ReadValue {
    const at = (from: string, item: ModelItem, steps: readonly string[]): unknown => {
      const [first = "", ...rest] = steps;
      const refers = systemNames.includes(first) ? undefined : definitionOf(from).refers[first];
      if (!refers || (!refers.many && rest.length === 0)) return valueAt(item, steps.join("."));
      const beyond = (id: unknown): unknown[] => {
        const target = seen(caller, refers.to, id, drafts);
        return target ? [at(refers.to, plain(target), rest)] : [];
      };
      if (!refers.many) return beyond(item[first])[0];
      const ids = referencesOf(from, first, item._id);
      const values = rest.length === 0 ? ids : ids.flatMap(beyond).map((value) => value ?? null);
      return values.length === 0 ? undefined : values;
    };
    return (item, path) => at(name, item, path.split("."));
  }

  const referencesOf = (name: string, field: string, id: string): string[] =>
    linksOf(name).flatMap((link) => (link.field === field && link.itemId === id ? [link.referencedId] : []));

  const readable = (caller: CallerName, name: string, drafts: boolean): Held[] =>
    [...itemsOf(name).values()].filter((held) => sees(caller, name, held, drafts));

  function whyNot(
    caller: CallerName,
    name: string,
    action: Action,
    held: Held | undefined,
    { condition, drafts }: WriteOptions = {},
  ): string | undefined {
    if (!may(caller, name, action)) return "WDE0027";
    if (!held || !sees(caller, name, held, isEditor(caller))) return "WDE0073";
    if (!may(caller, name, action, held)) return "WDE0027";
    return condition && !meets(plain(held), condition.filter, read(caller, name, draftsFor(caller, drafts)))
      ? "CONDITION_NOT_MET"
      : undefined;
  }

  /** Of what is sent, fields with many references are passed over. */
  const kept = (name: string, fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => !definitionOf(name).refers[key]?.many));

  function insert(caller: CallerName, name: string, id: string, fields: Fields): Outcome {
    if (!may(caller, name, "insert")) return { code: "WDE0027" };
    if (itemsOf(name).has(id)) return { code: "WDE0074" };
    const published = definitionOf(name).drafts !== true;
    const held = { id, owner: ownerIds[caller], data: kept(name, fields), published };
    itemsOf(name).set(id, held);
    return { item: plain(held) };
  }

  /** @param change Undefined where it does not fit. */
  function change(
    caller: CallerName,
    name: string,
    id: string,
    options: WriteOptions,
    change: (fields: Fields) => Fields | undefined,
  ): Outcome {
    const held = itemsOf(name).get(id);
    const code = whyNot(caller, name, "update", held, options);
    if (code !== undefined || !held) return { code };
    const drafts = draftsFor(caller, options.drafts);
    const changed = change((drafts ? held.draft : undefined) ?? held.data);
    if (!changed) return { code: "ITEM_INVALID" };
    if (drafts && held.draft) held.draft = kept(name, changed);
    else held.data = kept(name, changed);
    return { item: told(held, drafts) };
  }

  const update = (caller: CallerName, name: string, id: string, fields: Fields, options: WriteOptions): Outcome =>
    change(caller, name, id, options, () => fields);
  const patch = (
    caller: CallerName,
    name: string,
    id: string,
    modifications: readonly Modification[],
    options: WriteOptions,
  ): Outcome => change(caller, name, id, options, (fields) => patched(fields, modifications));

  function save(caller: CallerName, name: string, id: string, fields: Fields, options: WriteOptions): Outcome {
    const mayInsert = may(caller, name, "insert");
    if (!mayInsert && !may(caller, name, "update")) return { code: "WDE0027" };
    const held = itemsOf(name).get(id);
    if (held && sees(caller, name, held, isEditor(caller))) return update(caller, name, id, fields, options);
    return held || !mayInsert ? { code: "WDE0073" } : insert(caller, name, id, fields);
  }

  function drop(name: string, ids: ReadonlySet<string>): void {
    for (const id of ids) itemsOf(name).delete(id);
    links.set(
      name,
      linksOf(name).filter(({ itemId }) => !ids.has(itemId)),
    );
  }

  function remove(caller: CallerName, name: string, id: string, options: WriteOptions): Outcome {
    const held = itemsOf(name).get(id);
    const code = whyNot(caller, name, "remove", held, options);
    if (code !== undefined || !held) return { code };
    drop(name, new Set([id]));
    return { item: plain(held) };
  }

  function truncate(caller: CallerName, name: string): string | undefined {
    if (!isEditor(caller) || !may(caller, name, "remove")) return "WDE0027";
    drop(name, new Set(itemsOf(name).keys()));
    return undefined;
  }

  function publication(
    caller: CallerName,
    name: string,
    id: string,
    how: "create-draft" | "publish-draft" | "unpublish",
    copyToDraft: boolean,
  ): Outcome {
    if (!isEditor(caller)) return { code: "WDE0027" };
    const held = itemsOf(name).get(id);
    const code = whyNot(caller, name, "update", held);
    if (code !== undefined || !held) return { code };
    if (how === "publish-draft" && held.published && !held.draft) return { code: "DRAFT_NOT_FOUND" };
    if (how === "create-draft") held.draft ??= held.data;
    if (how === "unpublish" && copyToDraft) held.draft = held.data;
    if (how === "publish-draft") Object.assign(held, { data: held.draft ?? held.data, draft: undefined });
    if (how !== "create-draft") held.published = how === "publish-draft";
    return { item: told(held, true) };
  }

  /** @param how `replace` has one item that refers. */
  function refer(
    caller: CallerName,
    name: string,
    how: "insert" | "remove" | "replace",
    given: readonly Link[],
    options: WriteOptions & { replaced?: { field: string; itemId: string } } = {},
  ): string | undefined {
    if (!may(caller, name, "update")) return "WDE0027";
    const { replaced } = options;
    const referring = replaced ? [replaced.itemId] : given.map(({ itemId }) => itemId);
    for (const id of referring) {
      const code = whyNot(caller, name, "update", itemsOf(name).get(id));
      if (code !== undefined) return code;
    }
    const isGone = ({ field, referencedId }: Link) =>
      !seen(caller, definitionOf(name).refers[field]!.to, referencedId, draftsFor(caller, options.drafts));
    if (how !== "remove" && given.some(isGone)) return "WDE0021";
    const same = (left: Link) => (right: Link) =>
      left.field === right.field && left.itemId === right.itemId && left.referencedId === right.referencedId;
    let next = linksOf(name);
    if (replaced) next = next.filter(({ field, itemId }) => field !== replaced.field || itemId !== replaced.itemId);
    if (how === "remove") next = next.filter((link) => !given.some(same(link)));
    else for (const link of given) if (!next.some(same(link))) next = [...next, link];
    links.set(name, next);
    return undefined;
  }

  return {
    names,
    definitionOf,
    itemsOf,
    linksOf,
    referencesOf,
    may,
    isEditor,
    draftsFor,
    sees,
    seen,
    plain,
    told,
    read,
    readable,
    insert,
    update,
    save,
    patch,
    remove,
    truncate,
    publication,
    refer,
  };
}
