/** What a program with an API key may do: read, what editors may, or everything. */
export const apiKeyRoles = ["read", "editor", "admin"] as const;
/** The role of an API key. */
export type ApiKeyRole = (typeof apiKeyRoles)[number];

/** An API key without its secret. */
export interface ApiKey {
  id: string;
  name: string;
  role: ApiKeyRole;
  /** ISO 8601, UTC. */
  createdDate: string;
  /** `null` if the key is valid. */
  revokedDate: string | null;
  /** To the hour. `null` if the key has not been used. */
  lastUsedDate: string | null;
}

export interface ListApiKeysResponse {
  /** Oldest first. */
  apiKeys: ApiKey[];
}
export type CreateApiKeyRequest = { body: { name: string; role: ApiKeyRole } };
export interface CreateApiKeyResponse {
  id: string;
  /** The secret. Only this response contains it. */
  key: string;
}
export type ApiKeyByIdRequest = { params: { id: string } };
