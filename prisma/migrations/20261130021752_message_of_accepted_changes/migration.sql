-- AlterTable
ALTER TABLE "diff_exceptions" ADD COLUMN     "message" TEXT;
