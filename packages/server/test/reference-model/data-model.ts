import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { CallerName, Levels } from "../data/collections.ts";
import { type ModelItem, matches, type ReadValue, valueAt } from "./item-model.ts";
import { type Modification, patched } from "./patch-model.ts";

/** A reference implementation of collections with references, drafts and permissions, without code of the server. */

export type Fields = Record<string, unknown>;

export interface StoredItem {
  id: string;
  owner: string;
  data: Fields;
  draft?: Fields | undefined;
  published: boolean;
}

/** One reference of a multi-reference field, in the order of addition. */
export interface Link {
  field: string;
  itemId: string;
  referencedId: string;
}

export interface Definition {
  levels: Levels;
  /** Whether new items are drafts. */
  drafts?: boolean;
  refers: Readonly<Record<string, { to: string; many: boolean }>>;
  /** Fields with another type than ANY. */
  fields?: readonly CollectionField[];
}

/** The result for one item, or the error code. */
export interface Outcome {
  item?: ModelItem | undefined;
  code?: string | undefined;
}

export interface WriteOptions {
  /** Whether drafts are requested. */
  drafts?: boolean | undefined;
  condition?: { filter: Record<string, unknown> } | undefined;
}

export type Action = keyof Levels;
const ranks: Record<CallerName, number> = { visitor: 0, ada: 1, bob: 1, reader: 0, editor: 3, owner: 4 };
const requiredRank = { ANYONE: 0, SITE_MEMBER: 1, SITE_MEMBER_AUTHOR: 1, CMS_EDITOR: 3, PRIVILEGED: 4 };
const systemNames = ["_id", "_owner", "_createdDate", "_updatedDate"];

export type Model = ReturnType<typeof createModel>;

export function createModel(
  definitions: Readonly<Record<string, Definition>>,
  ownerIds: Readonly<Record<CallerName, string>>,
) {
  const names = Object.keys(definitions);
  const items = new Map(names.map((name) => [name, new Map<string, StoredItem>()]));
  const links = new Map(names.map((name) => [name, [] as Link[]]));
  const levels = new Map(names.map((name) => [name, { ...definitions[name]!.levels }]));
  /** Members with special permissions: collection, action and caller. */
  const allowed = new Set<string>();
  const definitionOf = (name: string): Definition => definitions[name]!;
  const itemsOf = (name: string) => items.get(name)!;
  const linksOf = (name: string) => links.get(name)!;
  const isEditor = (caller: CallerName) => ranks[caller] >= 3;

  /** Whether the caller may do so with at least one item, or with this one. */
  function may(caller: CallerName, name: string, action: Action, stored?: StoredItem): boolean {
    if (caller === "reader" && action === "read") return true;
    if (allowed.has(`${name} ${action} ${caller}`)) return true;
    const level = levels.get(name)![action];
    if (ranks[caller] < requiredRank[level]) return false;
    return level !== "SITE_MEMBER_AUTHOR" || ranks[caller] > 1 || !stored || stored.owner === ownerIds[caller];
  }
  function changeLevels(name: string, changed: Partial<Levels>): void {
    Object.assign(levels.get(name)!, changed);
  }
  /** Sets the actions that a member may do with every item. */
  function allow(name: string, caller: CallerName, actions: readonly Action[]): void {
    for (const action of ["read", "insert", "update", "remove"] as const) {
      const key = `${name} ${action} ${caller}`;
      if (actions.includes(action)) allowed.add(key);
      else allowed.delete(key);
    }
  }
  /** Drafts are available only to editors and readers. */
  const draftsFor = (caller: CallerName, requested = false): boolean =>
    requested && (isEditor(caller) || caller === "reader");
  const sees = (caller: CallerName, name: string, stored: StoredItem, drafts: boolean): boolean =>
    (stored.published || drafts) && may(caller, name, "read", stored);
  const seen = (caller: CallerName, name: string, id: unknown, drafts: boolean): StoredItem | undefined => {
    const stored = typeof id === "string" ? itemsOf(name).get(id) : undefined;
    return stored && sees(caller, name, stored, drafts) ? stored : undefined;
  };
  /** The item as filters, sorts and searches see it. */
  const plain = ({ id, owner, data }: StoredItem): ModelItem => ({ _id: id, _owner: owner, ...data });
  const itemFor = (stored: StoredItem, drafts: boolean): ModelItem =>
    plain({ ...stored, data: (drafts ? stored.draft : undefined) ?? stored.data });

  /** Resolves paths in a collection, for this caller. */
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

  const readable = (caller: CallerName, name: string, drafts: boolean): StoredItem[] =>
    [...itemsOf(name).values()].filter((stored) => sees(caller, name, stored, drafts));

  function findError(
    caller: CallerName,
    name: string,
    action: Action,
    stored: StoredItem | undefined,
    { condition, drafts }: WriteOptions = {},
  ): string | undefined {
    if (!may(caller, name, action)) return "WDE0027";
    if (!stored || !sees(caller, name, stored, isEditor(caller))) return "WDE0073";
    if (!may(caller, name, action, stored)) return "WDE0027";
    return condition && !matches(plain(stored), condition.filter, read(caller, name, draftsFor(caller, drafts)))
      ? "CONDITION_NOT_MET"
      : undefined;
  }

  /** Multi-reference fields of the input are ignored. */
  const retained = (name: string, fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => !definitionOf(name).refers[key]?.many));

  function insert(caller: CallerName, name: string, id: string, fields: Fields): Outcome {
    if (!may(caller, name, "insert")) return { code: "WDE0027" };
    if (itemsOf(name).has(id)) return { code: "WDE0074" };
    const published = definitionOf(name).drafts !== true;
    const stored = { id, owner: ownerIds[caller], data: retained(name, fields), published };
    itemsOf(name).set(id, stored);
    return { item: plain(stored) };
  }

  /** @param change Returns undefined if it is invalid. */
  function change(
    caller: CallerName,
    name: string,
    id: string,
    options: WriteOptions,
    change: (fields: Fields) => Fields | undefined,
  ): Outcome {
    const stored = itemsOf(name).get(id);
    const code = findError(caller, name, "update", stored, options);
    if (code !== undefined || !stored) return { code };
    const drafts = draftsFor(caller, options.drafts);
    const changed = change((drafts ? stored.draft : undefined) ?? stored.data);
    if (!changed) return { code: "ITEM_INVALID" };
    if (drafts && stored.draft) stored.draft = retained(name, changed);
    else stored.data = retained(name, changed);
    return { item: itemFor(stored, drafts) };
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
    const stored = itemsOf(name).get(id);
    if (stored && sees(caller, name, stored, isEditor(caller))) return update(caller, name, id, fields, options);
    return stored || !mayInsert ? { code: "WDE0073" } : insert(caller, name, id, fields);
  }

  function drop(name: string, ids: ReadonlySet<string>): void {
    for (const id of ids) itemsOf(name).delete(id);
    links.set(
      name,
      linksOf(name).filter(({ itemId }) => !ids.has(itemId)),
    );
  }

  function remove(caller: CallerName, name: string, id: string, options: WriteOptions): Outcome {
    const stored = itemsOf(name).get(id);
    const code = findError(caller, name, "remove", stored, options);
    if (code !== undefined || !stored) return { code };
    drop(name, new Set([id]));
    return { item: plain(stored) };
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
    const stored = itemsOf(name).get(id);
    const code = findError(caller, name, "update", stored);
    if (code !== undefined || !stored) return { code };
    if (how === "publish-draft" && stored.published && !stored.draft) return { code: "DRAFT_NOT_FOUND" };
    if (how === "create-draft") stored.draft ??= stored.data;
    if (how === "unpublish" && copyToDraft) stored.draft = stored.data;
    if (how === "publish-draft") Object.assign(stored, { data: stored.draft ?? stored.data, draft: undefined });
    if (how !== "create-draft") stored.published = how === "publish-draft";
    return { item: itemFor(stored, true) };
  }

  /** @param how `replace` has one referring item. */
  function refer(
    caller: CallerName,
    name: string,
    how: "insert" | "remove" | "replace",
    input: readonly Link[],
    options: WriteOptions & { replaced?: { field: string; itemId: string } } = {},
  ): string | undefined {
    if (!may(caller, name, "update")) return "WDE0027";
    const { replaced } = options;
    const referring = replaced ? [replaced.itemId] : input.map(({ itemId }) => itemId);
    for (const id of referring) {
      const code = findError(caller, name, "update", itemsOf(name).get(id));
      if (code !== undefined) return code;
    }
    const isGone = ({ field, referencedId }: Link) =>
      !seen(caller, definitionOf(name).refers[field]!.to, referencedId, draftsFor(caller, options.drafts));
    if (how !== "remove" && input.some(isGone)) return "WDE0021";
    const same = (left: Link) => (right: Link) =>
      left.field === right.field && left.itemId === right.itemId && left.referencedId === right.referencedId;
    let next = linksOf(name);
    if (replaced) next = next.filter(({ field, itemId }) => field !== replaced.field || itemId !== replaced.itemId);
    if (how === "remove") next = next.filter((link) => !input.some(same(link)));
    else for (const link of input) if (!next.some(same(link))) next = [...next, link];
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
    changeLevels,
    allow,
    isEditor,
    draftsFor,
    sees,
    seen,
    plain,
    itemFor: itemFor,
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
