import type {
  CreateApiKeyRequest,
  CreateApiKeyResponse,
  ApiKey as WireApiKey,
} from "@porchlight/contract/site/api-key";
import * as endpoints from "@porchlight/contract/site/endpoints";
import type { CallOptions, Transport } from "../transport.ts";

/** An API key without its secret. */
export type ApiKey = Pick<WireApiKey, "name" | "role"> & {
  _id: string;
  _createdDate: Date;
  /** `null` if the key is valid. */
  revokedDate: Date | null;
  /** To the hour. `null` if the key has not been used. */
  lastUsedDate: Date | null;
};

const conversion = { response: { timestamp: ["apiKeys.createdDate", "apiKeys.revokedDate", "apiKeys.lastUsedDate"] } };

/** The API keys of the site, for staff with the role owner. Other callers get `NOT_ALLOWED`. A Porchlight extension. */
export function apiKeys(transport: Transport) {
  return {
    /** All keys without their secrets, oldest first. */
    async listApiKeys(call?: CallOptions): Promise<ApiKey[]> {
      const options = { ...call, conversion };
      const response: { apiKeys: ApiKey[] } = await transport.send(endpoints.listApiKeys, {}, options);
      return response.apiKeys;
    },

    /**
     * Creates a key.
     *
     * @returns Its secret, which no other call returns.
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`; a violation of `name`.
     */
    async createApiKey(key: CreateApiKeyRequest["body"], call?: CallOptions): Promise<string> {
      const request = { body: key };
      const response: CreateApiKeyResponse = await transport.send(endpoints.createApiKey, request, call);
      return response.key;
    },

    /** Revokes a key: servers reject it within a second. @throws {PorchlightError} `NOT_FOUND`. */
    async revokeApiKey(_id: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.revokeApiKey, { params: { id: _id } }, call);
    },
  };
}
