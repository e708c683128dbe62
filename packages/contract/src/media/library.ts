import type { WireMediaFile } from "./media-file.ts";

/** A folder of the media library. Folders do not affect the URLs of files. */
export interface MediaFolder {
  id: string;
  name: string;
  /** The folder that contains it. Absent at the top level. */
  parentId?: string;
  /** Files directly in the folder, without those in the trash. */
  fileCount: number;
}

/** Kinds of content that use files. */
export const mediaUsageKinds = [
  "POST",
  "POST_VERSION",
  "CATEGORY",
  "TAG",
  "ITEM",
  "FORM",
  "PAGE",
  "SETTING",
  "EMAIL",
  "TEXT",
] as const;
/** A kind of content that uses files; `POST_VERSION` is an earlier version of a post. */
export type MediaUsageKind = (typeof mediaUsageKinds)[number];

/** Content that uses a file. */
export interface MediaUsage {
  kind: MediaUsageKind;
  /** Id of the content; of settings, emails and texts, their name. */
  id: string;
  title: string;
  /** Of an item. */
  collectionId?: string;
}

/** Maximum files of one change. */
export const maxChangedFiles = 500;
/** Maximum number of usages in a response. */
export const maxListedUsages = 100;
/** Maximum characters of a folder's name. */
export const maxFolderNameLength = 100;
/** Maximum depth of folders. */
export const maxFolderDepth = 8;
/** Maximum number of folders. */
export const maxFolders = 1000;

export interface ListFileUsagesRequest {
  params: { fileId: string };
}

export interface ListFileUsagesResponse {
  /** At most 100. */
  usages: MediaUsage[];
  total: number;
}

export interface FileIdsRequest {
  body: { fileIds: string[] };
}

export interface MoveFilesRequest {
  body: {
    fileIds: string[];
    /** `null`: no folder. */
    folderId: string | null;
  };
}

export interface TrashFilesRequest {
  body: {
    fileIds: string[];
    /** Default: false. */
    evenIfUsed?: boolean | undefined;
  };
}

/** A file that content uses. */
export interface UsedFile {
  file: WireMediaFile;
  usages: MediaUsage[];
}

export interface TrashFilesResponse {
  trashedIds: string[];
  /** Files that stay, because they are used. */
  usedFiles: UsedFile[];
}

export interface ListFoldersResponse {
  folders: MediaFolder[];
}

export interface CreateFolderRequest {
  body: { folder: { name: string; parentId?: string | undefined } };
}

export interface UpdateFolderRequest {
  params: { folderId: string };
  body: {
    folder: {
      name?: string | undefined;
      /** `null`: the top level. */
      parentId?: string | null | undefined;
    };
  };
}

export interface FolderByIdRequest {
  params: { folderId: string };
}

export interface FolderResponse {
  folder: MediaFolder;
}
