import type { CustomField } from "@porchlight/contract/auth/identity/identity";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { declaredFields } from "../../platform/settings/settings.ts";

const places = { TEXT: "strValue", NUMBER: "numValue", DATE: "dateValue" } as const;

/**
 * Lets fields through that the owner has not declared, and those that are of the declared type or empty.
 *
 * @param fields By their place in the request.
 * @throws {InvalidArguments} naming the value of each that is of another type.
 */
export async function needDeclaredTypes(
  context: ServerContext,
  fields: readonly (readonly [string, CustomField])[],
): Promise<void> {
  if (fields.length === 0) return;
  const types = new Map(declaredFields(await context.settings.read()).map(({ name, type }) => [name, type]));
  const wrong = fields.flatMap(([place, { name, value }]) => {
    const type = types.get(name);
    const isOther = type && Object.entries(value).some(([key, held]) => key !== places[type] && held != null);
    return isOther ? [violation(`${place}.value`, `must be a ${places[type]}, as the site owner asks for it`)] : [];
  });
  if (wrong.length > 0) throw new InvalidArguments(wrong);
}
