import { InvalidArguments, violation } from "../../../platform/context/errors.ts";

/**
 * A phone number as it is stored: `+442079460000`. Spaces, dashes, dots and brackets are for people; the zero in
 * `+44 (0)20 …` is not dialled.
 *
 * @throws {InvalidArguments} `data.type` PHONE. Source: ITU-T E.164.
 */
export function parsePhoneNumber(typed: string | undefined): string {
  const number = typed?.replace(/\(0\)|[\s().\-/\u2010-\u2015]/g, "") ?? "";
  if (/^\+[1-9]\d{6,14}$/.test(number)) return number;
  const wanted = "must be a phone number with the country code, like +44 20 7946 0000";
  throw new InvalidArguments([violation("phoneNumber", wanted, "FORMAT", "PHONE")]);
}
