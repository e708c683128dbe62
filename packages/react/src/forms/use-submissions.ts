import { useClient } from "../provider.tsx";
import {
  type MoreToRead,
  type Read,
  type ReadOptions,
  type SuspendedRead,
  type SuspenseOptions,
  usePages,
  useSuspensePages,
} from "../read/use-read.ts";
import type { FormsClient } from "./form-client.ts";
import {
  describeSubmissions,
  type LoadedSubmissions,
  readMoreSubmissions,
  type SubmissionListOptions,
} from "./form-queries.ts";

const useSubmissionsClient = () => useClient() as ReturnType<typeof useClient> & FormsClient;

/** The submissions of the signed-in member or this visitor, newest first. */
export function useSubmissions<Selected = LoadedSubmissions>(
  options: SubmissionListOptions = {},
  readOptions?: ReadOptions<LoadedSubmissions, Selected>,
): Read<Selected> & MoreToRead {
  const client = useSubmissionsClient();
  return usePages(describeSubmissions(client, options), readMoreSubmissions(client, options), readOptions);
}

/** As {@link useSubmissions}, but suspends until the first page is loaded, and throws errors. */
export function useSuspenseSubmissions<Selected = LoadedSubmissions>(
  options: SubmissionListOptions = {},
  readOptions?: SuspenseOptions<LoadedSubmissions, Selected>,
): SuspendedRead<Selected> & MoreToRead {
  const client = useSubmissionsClient();
  return useSuspensePages(describeSubmissions(client, options), readMoreSubmissions(client, options), readOptions);
}
