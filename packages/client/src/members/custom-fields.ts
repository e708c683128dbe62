import * as conversions from "@porchlight/contract/members/custom-fields/conversions";
import type {
  CreateCustomFieldRequest,
  MemberCustomField as WireCustomField,
} from "@porchlight/contract/members/custom-fields/custom-field";
import * as endpoints from "@porchlight/contract/members/custom-fields/endpoints";
import type { CallOptions, Transport } from "../transport.ts";

/** A custom field of members. Members' values have its `key` in `contact.customFields`. */
export type MemberCustomField = Omit<WireCustomField, "id" | "createdDate" | "updatedDate"> & {
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
};

/** Custom fields of members. Changes require an API key of role admin. Source: wire.md, "Members: custom fields". */
export function customFields(transport: Transport) {
  const conversion = conversions.customField;
  const one = async (sent: Promise<{ field: MemberCustomField }>) => (await sent).field;
  const many = { conversion: conversions.customFields };
  type Many = Promise<{ fields: MemberCustomField[] }>;
  return {
    /** Lists the fields in the owner's order; hidden ones only for API keys. */
    listCustomFields(call?: CallOptions): Many {
      return transport.send(endpoints.listCustomFields, {}, { ...call, ...many });
    },

    /** Gets a field. @throws {PorchlightError} `CUSTOM_FIELD_NOT_FOUND`. */
    getCustomField(_id: string, call?: CallOptions): Promise<MemberCustomField> {
      return one(transport.send(endpoints.getCustomField, { params: { id: _id } }, { ...call, conversion }));
    },

    /**
     * Creates a field; values of another type are rejected from then on.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`, `CUSTOM_FIELD_EXISTS`, `CUSTOM_FIELDS_FULL`.
     */
    createCustomField(
      field: CreateCustomFieldRequest["body"]["field"],
      call?: CallOptions,
    ): Promise<MemberCustomField> {
      return one(transport.send(endpoints.createCustomField, { body: { field } }, { ...call, conversion }));
    },

    /**
     * Renames a field with the members' values, or hides or shows it.
     *
     * @throws {PorchlightError} `CUSTOM_FIELD_NOT_FOUND`, `CUSTOM_FIELD_EXISTS`, `CUSTOM_FIELD_CHANGED`.
     */
    updateCustomField(
      _id: string,
      field: Partial<Pick<MemberCustomField, "name" | "hidden" | "revision">>,
      call?: CallOptions,
    ): Promise<MemberCustomField> {
      const request = { params: { fieldId: _id }, body: { field: { ...field, id: _id } } };
      return one(transport.send(endpoints.updateCustomField, request, { ...call, conversion }));
    },

    /** Hides a field; members' values stay. @throws {PorchlightError} `CUSTOM_FIELD_NOT_FOUND`. */
    async hideCustomField(_id: string, call?: CallOptions): Promise<{ field: MemberCustomField }> {
      return transport.send(endpoints.hideCustomField, { params: { id: _id } }, { ...call, conversion });
    },

    /** Orders fields; the others follow in their previous order. @throws {PorchlightError} `CUSTOM_FIELD_NOT_FOUND`. */
    updateCustomFieldsOrder(fieldIds: string[], call?: CallOptions): Many {
      return transport.send(endpoints.updateCustomFieldsOrder, { body: { fieldIds } }, { ...call, ...many });
    },

    /** Deletes a field; members' values stay. @throws {PorchlightError} `CUSTOM_FIELD_NOT_FOUND`. */
    deleteCustomField(_id: string, call?: CallOptions): Promise<Record<never, never>> {
      return transport.send(endpoints.deleteCustomField, { params: { id: _id } }, call);
    },
  };
}
