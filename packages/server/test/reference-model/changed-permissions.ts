import type { CallerName, Levels } from "../data/collections.ts";
import type { Action as ItemAction } from "./data-model.ts";
import type { TestModel } from "./test-data-model.ts";
import type { Action } from "./writes.ts";

const flags = { read: "itemRead", insert: "itemInsert", update: "itemUpdate", remove: "itemRemove" } as const;
const actions = Object.keys(flags) as ItemAction[];
const levels = ["ANYONE", "SITE_MEMBER", "SITE_MEMBER_AUTHOR", "CMS_EDITOR", "PRIVILEGED"] as const;
const members = ["ada", "bob"] as const;

const flagsOf = <Value>(accessOf: (action: ItemAction) => Value) =>
  Object.fromEntries(actions.map((action) => [flags[action], accessOf(action)]));

/** Sets random levels of a collection. */
export const changeLevels: Action = async (model, random, _caller, name) => {
  const changed = Object.fromEntries(actions.map((action) => [action, random.pick(levels)])) as Levels;
  const dataPermissions = { id: name, ...flagsOf((action) => changed[action]) };
  await request(model, "/wix-data/v1/permissions", { dataPermissions });
  model.changeLevels(name, changed);
};

/** Replaces the special permissions of a member of a collection by random ones, or removes them. */
export const changeSpecialPermissions: Action = async (model, random, _caller, name) => {
  const member: CallerName = random.pick(members);
  const userId = model.callers.ownerIds[member];
  const path = "/wix-data/v1/permissions/special";
  const current = await request(model, `/wix-data/v1/permissions?dataCollectionId=${name}`, {}, "GET");
  for (const special of current.dataPermissions.specialPermissions)
    if (special.userId === userId) await request(model, `${path}/${special.id}`, {}, "DELETE");
  const granted = random.chance(0.4) ? [] : actions.filter(() => random.chance(0.5));
  if (granted.length > 0) {
    const access = flagsOf((action) => (granted.includes(action) ? "ALLOWED" : "UNSPECIFIED"));
    await request(model, path, { dataCollectionId: name, specialPermissions: { userId, ...access } });
  }
  model.allow(name, member, granted);
};

async function request({ callers }: TestModel, path: string, body: object, method = "POST") {
  const response = await callers.call("owner", path, body, method);
  if (response.status !== 200) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
  return response.body;
}
