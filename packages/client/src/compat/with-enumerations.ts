import {
  type EnumeratedModule,
  type EnumerationValue,
  platformEnumerations,
} from "@porchlight/contract/platform-enumerations";
import type { Module } from "../transport.ts";

/** The enumerations of a module: the name of each value is the value. */
type Enumerations<Name extends EnumeratedModule> = {
  readonly [Enumeration in keyof (typeof platformEnumerations)[Name]]: {
    readonly [Value in EnumerationValue<Name, Enumeration>]: Value;
  };
};

/** A module with the enumerations that the platform's module of this name has. */
export function withEnumerations<Name extends EnumeratedModule, Created extends Module<object>>(
  name: Name,
  module: Created,
): Created & Enumerations<Name> {
  const enumerations = Object.entries(platformEnumerations[name]).map(([enumeration, values]) => [
    enumeration,
    Object.fromEntries(values.split(" ").map((value) => [value, value])),
  ]);
  // A function of its own: the module is also exported by other entries.
  return Object.assign(((transport) => module(transport)) as Created, Object.fromEntries(enumerations));
}
